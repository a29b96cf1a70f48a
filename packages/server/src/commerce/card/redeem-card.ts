/**
 * Looking at a code and redeeming it. A use is taken and its worth handed out in one transaction: if anything fails, a
 * taken name say, the code is as it was.
 */
import { AppError, invalidField } from '../../app-error.ts'
import type { Tx } from '../../database/types.ts'
import { nameTaken } from '../../identity/email-account/insert-named.ts'
import { normalAddress } from '../../identity/email-account/mailbox.ts'
import { checkName, domainClosed } from '../../identity/email-account/make-mailbox.ts'
import type { SpecialNames } from '../../identity/email-account/names.ts'
import { findMailboxByAddress } from '../../identity/email-account/repository.ts'
import { drawPassword } from '../../identity/session/drawn-password.ts'
import { tellSessionsEnded } from '../../identity/session/end-session.ts'
import { beginGuess, type GuardDeps } from '../../identity/session/guard.ts'
import { openMailboxSession } from '../../identity/session/log-in-mailbox.ts'
import type { Passwords } from '../../identity/session/password.ts'
import { deleteSessions } from '../../identity/session/repository.ts'
import { findDomain, findDomainByName, listOpenDomains } from '../../operate/domain/repository.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { provision } from '../provision/provision.ts'
import { checkUsable, domainIdsOf, reaches } from './card.ts'
import { type HashCode, readCardCode } from './card-code.ts'
import {
  type CardWithBatch,
  findCardByHash,
  mailboxesOfCard,
  noteUse,
  spendUse,
  unbindMailboxes,
} from './repository.ts'

export type RedeemDeps = GuardDeps & {
  passwords: Passwords
  site: SiteSettings
  hashCode: HashCode
  specialNames: SpecialNames
}

export type Presented = {
  code: string
  /** The field of the request that the code came in. */
  field: 'code' | 'cardCode' | 'pay.cardCode'
  client: string
  agent: string
  proof: string | undefined
  /** Of one who is logged in to a system account. */
  accountId: string | undefined
}

const nameReserved = () =>
  new AppError('addressReserved', { fields: { localPart: '这个名字不能用卡密开，请在商店里看看' } })

const unknown = () => new AppError('notFound', { msg: '没有找到这张卡密' })

/** The code's row. Only a well-written code that does not exist counts as a guess. */
export async function findPresented(deps: RedeemDeps, presented: Presented): Promise<CardWithBatch> {
  const { cards } = await deps.site.read()
  if (!cards) throw new AppError('forbidden', { msg: '目前没有开放卡密' })
  const code = readCardCode(presented.code, presented.field)
  const guess = await beginGuess(deps, 'verCard', presented)
  const card = await findCardByHash(deps.db.query, deps.hashCode(code))
  if (!card) throw unknown()
  await deps.db.transaction(guess.uncount)
  return card
}

/** The domains that the holder can choose from, by name; for a renewal only those it is bound to. */
export async function domainChoices(deps: RedeemDeps, card: CardWithBatch): Promise<string[]> {
  const ids = domainIdsOf(card)
  if (ids.length === 0) return card.kind === 'open' ? listOpenDomains(deps.db.query) : []
  const names: string[] = []
  for (const id of ids) {
    const domain = await findDomain(deps.db.query, id)
    if (domain && reaches(card, domain)) names.push(domain.name)
  }
  return names
}

/** Takes a use, or tells why there is none to take. */
async function takeUse(tx: Tx, card: CardWithBatch, now: number): Promise<CardWithBatch> {
  const left = await spendUse(tx, card.id, now)
  if (left !== null) return { ...card, uses_left: left, used_at: now }
  const current = await findCardByHash(tx, card.code_hash)
  if (!current) throw unknown()
  checkUsable(current, now)
  throw new AppError('conflict')
}

/** Uses only ever become fewer, so that the number left names the one that was taken. */
const redemptionKey = (used: CardWithBatch): string => `card:${used.id}:${used.uses_left}`

export type OpenChoice = {
  domain: string | undefined
  localPart: string | undefined
  /** Without one a readable one is drawn. */
  password: string | undefined
}

export type Opened = { token: string; address: string; password: string; expiresAt: number | null }
export type OpenedWith = Opened & { card: CardWithBatch }

async function chosenDomain(deps: RedeemDeps, card: CardWithBatch, name: string | undefined) {
  const choices = name === undefined ? await domainChoices(deps, card) : [name]
  const [only] = choices
  if (only === undefined) throw domainClosed()
  if (choices.length > 1) throw invalidField('domain', '请选择域名')
  const domain = await findDomainByName(deps.db.query, only)
  if (!domain || !reaches(card, domain)) throw domainClosed()
  return domain
}

/** Opens a new e-mail account with a code that is worth one. */
export async function openWithCard(
  deps: RedeemDeps,
  card: CardWithBatch,
  choice: OpenChoice,
  from: { client: string; agent: string },
): Promise<OpenedWith> {
  // Before the password is hashed, which is dear; the use itself decides.
  checkUsable(card, deps.clock.now())
  const domain = await chosenDomain(deps, card, choice.domain)
  checkName(choice.localPart, (await deps.site.read()).reservedNames)
  const { localPart } = choice
  if (localPart !== undefined && (await deps.specialNames(domain.id, [localPart])).size > 0)
    throw nameReserved()
  const { password, passwordHash } =
    choice.password === undefined
      ? await drawPassword(deps.passwords)
      : { password: choice.password, passwordHash: await deps.passwords.hash(choice.password) }
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const used = await takeUse(tx, card, now)
    const worth = { days: card.days, quotaBytes: card.quota_bytes, maySend: card.may_send === 1 }
    const deed = { kind: 'open', domain, localPart, passwordHash, holder: undefined, worth } as const
    const opened = await provision(tx, { key: redemptionKey(used), deed }, now)
    if (!opened.ok) throw nameTaken()
    const { mailboxId, address, expiresAt } = opened
    await noteUse(tx, card.id, address)
    const token = await openMailboxSession(tx, { id: mailboxId, expires_at: expiresAt }, from, now)
    return { card: used, token, address, password, expiresAt }
  })
}

/** One answer for whatever is wrong with the address, so that a code is no way to find out who is there. */
const notRenewable = () => invalidField('address', '没有可以续期的邮箱账号，请检查地址')

/** Renews an e-mail account. Whose it is does not matter: it can only gain. */
export async function renewWithCard(
  deps: RedeemDeps,
  card: CardWithBatch,
  typed: string | undefined,
): Promise<{ card: CardWithBatch; address: string; expiresAt: number | null }> {
  if (!typed?.trim()) throw invalidField('address', '请填写邮箱地址')
  const { days } = card
  if (days === null) throw new Error('a renewing code without days')
  checkUsable(card, deps.clock.now())
  const address = normalAddress(typed)
  const mailbox = address === null ? undefined : await findMailboxByAddress(deps.db.query, address)
  const domain = mailbox && (await findDomain(deps.db.query, mailbox.domain_id))
  if (!mailbox || !domain || !reaches(card, domain)) throw notRenewable()
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const used = await takeUse(tx, card, now)
    const deed = { kind: 'renew', mailboxId: mailbox.id, days, also: null } as const
    const renewed = await provision(tx, { key: redemptionKey(used), deed }, now)
    if (!renewed.ok) throw notRenewable()
    await noteUse(tx, card.id, mailbox.address)
    return { card: used, address: mailbox.address, expiresAt: renewed.expiresAt }
  })
}

/**
 * Hands over the mailboxes that were set aside for a code, each with a new password. Whoever had them before is logged
 * out. One that was deleted meanwhile is missing; if all are, the code is as it was.
 */
export async function openGiven(
  deps: RedeemDeps,
  card: CardWithBatch,
  from: { client: string; agent: string },
): Promise<{ card: CardWithBatch; opened: Opened[] }> {
  checkUsable(card, deps.clock.now())
  const mailboxes = await mailboxesOfCard(deps.db.query, card.id)
  const readied: { id: string; password: string; passwordHash: string }[] = []
  for (const { id } of mailboxes) readied.push({ id, ...(await drawPassword(deps.passwords)) })
  const now = deps.clock.now()
  const { used, opened, ended } = await deps.db.transaction(async tx => {
    const used = await takeUse(tx, card, now)
    const opened: Opened[] = []
    const ended: string[] = []
    for (const { id, password, passwordHash } of readied) {
      const deed = { kind: 'give', mailboxId: id, passwordHash, days: card.days } as const
      const given = await provision(tx, { key: `${redemptionKey(used)}:${id}`, deed }, now)
      if (!given.ok) continue
      ended.push(...(await deleteSessions(tx, { mailboxId: id })))
      const { address, expiresAt } = given
      const token = await openMailboxSession(tx, { id, expires_at: expiresAt }, from, now)
      opened.push({ token, address, password, expiresAt })
    }
    const [first] = opened
    if (!first) throw new AppError('conflict', { msg: '这张卡密的邮箱已经不在了，请联系卖家' })
    await unbindMailboxes(tx, card.id)
    await noteUse(tx, card.id, opened.length > 1 ? `${first.address} 等 ${opened.length} 个` : first.address)
    return { used, opened, ended }
  })
  await tellSessionsEnded(deps.db, ended)
  return { card: used, opened }
}

/** For a registration that brings a code along: the code's worth instead of the rules of the site. */
export async function registerWithCard(
  deps: RedeemDeps,
  presented: Presented,
  choice: OpenChoice,
): Promise<OpenedWith> {
  const card = await findPresented(deps, presented)
  if (card.kind !== 'open') throw invalidField('cardCode', '这张卡密不是用来开新邮箱的')
  return openWithCard(deps, card, choice, presented)
}

/**
 * Looking at a code and redeeming it. A use is taken and its worth handed out in one transaction: if anything fails, a
 * taken name say, the code is as it was.
 */

import type { DatabaseKind, Tx } from '../../database/types.ts'
import { findDomain, findDomainByName, listOpenDomains } from '../../domain/domains.ts'
import { drawPassword } from '../../identity/session/drawn-password.ts'
import { beginGuess, type GuardDeps } from '../../identity/session/guard.ts'
import type { Passwords } from '../../identity/session/password.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { Life } from '../../ledger/life/life.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { findMailboxByAddress } from '../../mailbox/account/mailboxes.ts'
import type { SpecialNames } from '../../mailbox/account/names.ts'
import { openMailboxSession } from '../../mailbox/login/log-in-mailbox.ts'
import { checkName, domainClosed } from '../../mailbox/make/make-mailbox.ts'
import { nameRefused, nameTaken } from '../../mailbox/make/name-refused.ts'
import type { Rests } from '../../mailbox/rest/resting-names.ts'
import { provision } from '../provision/provision.ts'
import { commerceWords } from '../words/words.ts'
import { lockBatches, recount } from './batch-repository.ts'
import { checkUsable, domainIdsOf, reaches } from './card.ts'
import { type HashCode, readCardCode } from './card-code.ts'
import { mailboxesOfCard, unbindMailboxes } from './given-repository.ts'
import { type CardWithBatch, findCardByHash, noteUse, spendUse } from './repository.ts'

export type RedeemDeps = GuardDeps & {
  resting: Rests
  life: Life
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
  /** The system account that the holder is logged in to. */
  accountId: string | undefined
}

const nameReserved = () =>
  new AppError('addressReserved', { fields: { localPart: commerceWords.cardNameReserved } })

const unknown = () => new AppError('notFound', { msg: commerceWords.cardUnknown })

/** The code's row. Only a well-written code that does not exist counts as a guess. */
export async function findPresented(deps: RedeemDeps, presented: Presented): Promise<CardWithBatch> {
  const { cards } = await deps.site.read()
  if (!cards) throw new AppError('forbidden', { msg: commerceWords.cardsClosed })
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
async function takeUse(tx: Tx, kind: DatabaseKind, card: CardWithBatch, now: number): Promise<CardWithBatch> {
  await lockBatches(tx, kind, [card.batch_id])
  const left = await spendUse(tx, card.id, now)
  if (left !== null) {
    await recount(tx, [card.batch_id])
    return { ...card, uses_left: left, used_at: now }
  }
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
  if (choices.length > 1) throw invalidField('domain', commerceWords.chooseDomain)
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
    const used = await takeUse(tx, deps.db.kind, card, now)
    const worth = { days: card.days, quotaBytes: card.quota_bytes, maySend: card.may_send === 1 }
    const grant = { kind: 'open', domain, localPart, passwordHash, holder: undefined, worth } as const
    const opened = await provision(tx, deps, { key: redemptionKey(used), grant }, now)
    if (!opened.ok) {
      if (localPart === undefined) throw nameTaken()
      const claim = { address: `${localPart}@${domain.name}`, ownerId: null }
      throw await nameRefused(tx, deps.resting, claim, now)
    }
    const { mailboxId, address, expiresAt } = opened
    await noteUse(tx, card.id, address)
    const token = await openMailboxSession(tx, mailboxId, from, now)
    return { card: used, token, address, password, expiresAt }
  })
}

/** One answer for whatever is wrong with the address, so that a code is no way to find out who is there. */
const notRenewable = () => invalidField('address', commerceWords.cannotRenewByCard)

/** Renews an e-mail account. Whose it is does not matter: it can only gain. */
export async function renewWithCard(
  deps: RedeemDeps,
  card: CardWithBatch,
  typed: string | undefined,
): Promise<{ card: CardWithBatch; address: string; expiresAt: number | null }> {
  if (!typed?.trim()) throw invalidField('address', commerceWords.giveAddress)
  const { days } = card
  if (days === null) throw new Error('a renewing code without days')
  checkUsable(card, deps.clock.now())
  const address = normalAddress(typed)
  const mailbox = address === null ? undefined : await findMailboxByAddress(deps.db.query, address)
  const domain = mailbox && (await findDomain(deps.db.query, mailbox.domain_id))
  if (!mailbox || !domain || !reaches(card, domain)) throw notRenewable()
  const now = deps.clock.now()
  return deps.db.transaction(async tx => {
    const used = await takeUse(tx, deps.db.kind, card, now)
    const grant = { kind: 'renew', mailboxId: mailbox.id, days, also: null } as const
    const renewed = await provision(tx, deps, { key: redemptionKey(used), grant }, now)
    if (!renewed.ok) throw notRenewable()
    await noteUse(tx, card.id, mailbox.address)
    return { card: used, address: mailbox.address, expiresAt: renewed.expiresAt }
  })
}

/**
 * Hands over the mailboxes that were set aside for a code, each with a new password, and logs out their
 * former holders. A mailbox that was deleted meanwhile is missing; if all are missing, the code stays unused.
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
  const { used, opened } = await deps.life.transaction(async (tx, turns) => {
    const used = await takeUse(tx, deps.db.kind, card, now)
    const opened: Opened[] = []
    for (const { id, password, passwordHash } of readied) {
      const grant = { kind: 'give', mailboxId: id, passwordHash, days: card.days, turns } as const
      const given = await provision(tx, deps, { key: `${redemptionKey(used)}:${id}`, grant }, now)
      if (!given.ok) continue
      const { address, expiresAt } = given
      const token = await openMailboxSession(tx, id, from, now)
      opened.push({ token, address, password, expiresAt })
    }
    const [first] = opened
    if (!first) throw new AppError('conflict', { msg: commerceWords.givenGone })
    await unbindMailboxes(tx, card.id)
    await noteUse(tx, card.id, first.address, opened.length)
    return { used, opened }
  })
  return { card: used, opened }
}

/** For a registration that brings a code along: the code's worth instead of the rules of the site. */
export async function registerWithCard(
  deps: RedeemDeps,
  presented: Presented,
  choice: OpenChoice,
): Promise<OpenedWith> {
  const card = await findPresented(deps, presented)
  if (card.kind !== 'open') throw invalidField('cardCode', commerceWords.cardOpensNot)
  return openWithCard(deps, card, choice, presented)
}

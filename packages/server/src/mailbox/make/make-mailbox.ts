/** Making mailboxes: by a visitor (regEmail) and under an account (createEmail). */
import type { Lifetime, NameStyle } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import { findDomainByName } from '../../domain/domains.ts'
import { ownsOrRules } from '../../identity/access.ts'
import { checkCreation } from '../../identity/session/guard.ts'
import type { Passwords } from '../../identity/session/password.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { lockAccount } from '../../identity/sys-account/accounts.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import { lifetimeColumns } from '../account/mailbox.ts'
import { checkRoom } from '../account/mailbox-limit.ts'
import { isReservedName, type SpecialNames, suggestName } from '../account/names.ts'
import type { MailboxRow } from '../account/repository.ts'
import { openMailboxSession } from '../login/log-in-mailbox.ts'
import type { Rests } from '../rest/resting-names.ts'
import { mailboxWords } from '../words/words.ts'
import { insertNamed, maxNameTries, type NamedPlan } from './insert-named.ts'
import { nameRefused, nameTaken } from './name-refused.ts'
import { openAccount } from './open-account.ts'

const megabyte = 1_048_576

export type MakeDeps = {
  db: Db
  clock: Clock
  proofs: Proofs
  passwords: Passwords
  site: SiteSettings
  specialNames: SpecialNames
  resting: Rests
}

/** A visitor's mailbox costs nobody anything but this site's disk; 0 means no limit. */
const roomOfVisitors = ({ visitorQuotaMb }: Pick<SiteValues, 'visitorQuotaMb'>): number | null =>
  visitorQuotaMb === 0 ? null : visitorQuotaMb * megabyte

/** Thrown when a name was not to be had, whether it was chosen or only suggested. */
async function refusal(
  tx: Tx,
  { resting }: MakeDeps,
  { localPart, domain, ownerId, now }: Pick<NamedPlan, 'localPart' | 'domain' | 'ownerId' | 'now'>,
): Promise<AppError> {
  if (localPart === undefined) return nameTaken()
  return nameRefused(tx, resting, { address: `${localPart}@${domain.name}`, ownerId }, now)
}

async function insertTemporary(tx: Tx, deps: MakeDeps, plan: NamedPlan): Promise<MailboxRow> {
  const mailbox = await insertNamed(tx, deps.resting, plan)
  if (!mailbox) throw await refusal(tx, deps, plan)
  return mailbox
}

export function checkName(localPart: string | undefined, reservedNames: readonly string[]): void {
  if (localPart !== undefined && isReservedName(localPart, reservedNames)) {
    throw new AppError('addressReserved', { fields: { localPart: mailboxWords.nameReserved } })
  }
}

/** Checks the rules for names that people choose on other people's domains. */
function checkChosenName(
  localPart: string | undefined,
  site: Pick<SiteValues, 'reservedNames' | 'nameMinLength'>,
): void {
  checkName(localPart, site.reservedNames)
  if (localPart !== undefined && localPart.length < site.nameMinLength) {
    throw new AppError('addressReserved', {
      fields: { localPart: mailboxWords.nameTooShort(site.nameMinLength) },
    })
  }
}

/** A name with a rule of its own is not to be had for nothing. */
async function checkSpecial(deps: MakeDeps, domainId: string, localPart: string | undefined): Promise<void> {
  if (localPart !== undefined && (await deps.specialNames(domainId, [localPart])).size > 0)
    throw new AppError('addressReserved', { fields: { localPart: mailboxWords.nameReserved } })
}

/** Names for one who chose none. Chance gives nobody a name that is withheld or has a price. */
export async function drawNames(
  deps: Pick<MakeDeps, 'specialNames'>,
  domainId: string,
  style: NameStyle,
): Promise<string[]> {
  const drawn = Array.from({ length: maxNameTries }, (_, tries) => suggestName(style, tries))
  const special = await deps.specialNames(domainId, drawn)
  return drawn.filter(name => !special.has(name))
}

export const domainClosed = () =>
  new AppError('domainClosed', { fields: { domain: mailboxWords.domainClosed } })

export type RegisterRequest = {
  domain: string
  localPart: string | undefined
  password: string | undefined
  lifetime: Lifetime | undefined
  proof: string | undefined
  client: string
  agent: string
}

/** A visitor's mailbox: with a password an e-mail account, without one a temporary address. */
export async function registerMailbox(
  deps: MakeDeps,
  request: RegisterRequest,
): Promise<{ mailbox: MailboxRow; token: string }> {
  const site = await deps.site.read()
  const isAccount = request.password !== undefined
  if (isAccount ? !site.registration : !site.temporary) throw new AppError('registrationClosed')
  if (isAccount && request.localPart === undefined) throw invalidField('localPart', mailboxWords.nameMissing)
  if (isAccount && request.lifetime !== undefined)
    throw invalidField('lifetime', mailboxWords.accountHasNoLifetime)
  checkChosenName(request.localPart, site)
  const domain = await findDomainByName(deps.db.query, request.domain)
  if (domain?.open !== 1) throw domainClosed()
  await checkSpecial(deps, domain.id, request.localPart)
  const now = deps.clock.now()
  const lifetime = lifetimeColumns(request.lifetime, site, now)
  await checkCreation(deps, 'regEmail', {
    client: request.client,
    proof: request.proof,
    freePerHour: site.freeCreationsPerHour,
  })
  const quotaBytes = roomOfVisitors(site)
  const drawn = request.localPart === undefined ? await drawNames(deps, domain.id, 'word') : []
  const passwordHash = request.password === undefined ? null : await deps.passwords.hash(request.password)
  return deps.db.transaction(async tx => {
    const { localPart } = request
    const mailbox = isAccount
      ? await openAccount(
          tx,
          deps.resting,
          {
            domain,
            localPart,
            passwordHash,
            ownerId: null,
            worth: { expiresAt: null, quotaBytes, maySend: false },
          },
          now,
        )
      : await insertTemporary(tx, deps, {
          localPart,
          ...{ style: 'word', drawn },
          domain,
          kind: 'temporary',
          ownerId: null,
          passwordHash,
          note: '',
          now,
          worth: { may_send: 0, quota_bytes: quotaBytes },
          ...lifetime,
        })
    if (!mailbox) throw await refusal(tx, deps, { localPart, domain, ownerId: null, now })
    const token = await openMailboxSession(
      tx,
      mailbox.id,
      { client: request.client, agent: request.agent },
      now,
    )
    return { mailbox, token }
  })
}

export type CreateRequest = {
  domain: string
  localPart: string | undefined
  style: NameStyle | undefined
  lifetime: Lifetime | undefined
  note: string | undefined
}

/** A temporary address under an account, on an open domain or one of its own. */
export async function createTemporary(
  deps: MakeDeps,
  caller: AccountCaller,
  request: CreateRequest,
): Promise<MailboxRow & { domain: string }> {
  const site = await deps.site.read()
  const domain = await findDomainByName(deps.db.query, request.domain)
  if (!domain || (domain.open !== 1 && !ownsOrRules(caller, domain.owner_id))) throw domainClosed()
  if (!ownsOrRules(caller, domain.owner_id)) {
    checkChosenName(request.localPart, site)
    await checkSpecial(deps, domain.id, request.localPart)
  }
  const style = request.style ?? 'word'
  const drawn = request.localPart === undefined ? await drawNames(deps, domain.id, style) : []
  const now = deps.clock.now()
  const lifetime = lifetimeColumns(request.lifetime, site, now)
  const mailbox = await deps.db.transaction(async tx => {
    await lockAccount(tx, deps.db.kind, caller.accountId)
    await checkRoom(tx, caller, 1)
    return insertTemporary(tx, deps, {
      localPart: request.localPart,
      ...{ style, drawn },
      domain,
      kind: 'temporary',
      ownerId: caller.accountId,
      passwordHash: null,
      note: request.note ?? '',
      now,
      ...lifetime,
    })
  })
  return { ...mailbox, domain: domain.name }
}

/** Making mailboxes: by a visitor (regEmail) and under an account (createEmail). */
import type { Lifetime, NameStyle } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Tx } from '../../database/types.ts'
import { findDomainByName } from '../../operate/domain/repository.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import type { SiteValues } from '../../operate/setting/site-table.ts'
import { type AccountCaller, ownsOrRules } from '../access.ts'
import { checkCreation } from '../session/guard.ts'
import { openMailboxSession } from '../session/log-in-mailbox.ts'
import type { Passwords } from '../session/password.ts'
import type { Proofs } from '../session/proof.ts'
import { insertNamed, type NamedPlan, nameTaken } from './insert-named.ts'
import { lifetimeColumns } from './mailbox.ts'
import { checkRoom, lockOwner } from './mailbox-limit.ts'
import { isReservedName, type SpecialNames } from './names.ts'
import { openAccount } from './open-account.ts'
import type { MailboxRow } from './repository.ts'

export type MakeDeps = {
  db: Db
  clock: Clock
  proofs: Proofs
  passwords: Passwords
  site: SiteSettings
  specialNames: SpecialNames
}

/** As much as there is, for good. */
const unbounded = { expiresAt: null, quotaBytes: null, maySend: false }

async function insertTemporary(tx: Tx, plan: NamedPlan): Promise<MailboxRow> {
  const mailbox = await insertNamed(tx, plan)
  if (!mailbox) throw nameTaken()
  return mailbox
}

export function checkName(localPart: string | undefined, reservedNames: readonly string[]): void {
  if (localPart !== undefined && isReservedName(localPart, reservedNames)) {
    throw new AppError('addressReserved', { fields: { localPart: '这个名字不能使用' } })
  }
}

/** What holds for names that people choose on domains that are not theirs. */
function checkChosenName(
  localPart: string | undefined,
  site: Pick<SiteValues, 'reservedNames' | 'nameMinLength'>,
): void {
  checkName(localPart, site.reservedNames)
  if (localPart !== undefined && localPart.length < site.nameMinLength) {
    throw new AppError('addressReserved', { fields: { localPart: `名字至少 ${site.nameMinLength} 位` } })
  }
}

/** A name with a rule of its own is not to be had for nothing. */
async function checkSpecial(deps: MakeDeps, domainId: string, localPart: string | undefined): Promise<void> {
  if (localPart !== undefined && (await deps.specialNames(domainId, [localPart])).size > 0)
    throw new AppError('addressReserved', { fields: { localPart: '这个名字不能使用' } })
}

export const domainClosed = () => new AppError('domainClosed', { fields: { domain: '这个域名没有开放' } })

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
  if (isAccount && request.localPart === undefined) throw invalidField('localPart', '请填写名字')
  if (isAccount && request.lifetime !== undefined) throw invalidField('lifetime', '邮箱账号没有时长')
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
  const passwordHash = request.password === undefined ? null : await deps.passwords.hash(request.password)
  return deps.db.transaction(async tx => {
    const { localPart } = request
    const mailbox = isAccount
      ? await openAccount(tx, { domain, localPart, passwordHash, ownerId: null, worth: unbounded }, now)
      : await insertTemporary(tx, {
          localPart,
          style: 'word',
          domain,
          kind: 'temporary',
          ownerId: null,
          passwordHash,
          note: '',
          now,
          ...lifetime,
        })
    if (!mailbox) throw nameTaken()
    const token = await openMailboxSession(tx, mailbox, { client: request.client, agent: request.agent }, now)
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
  const now = deps.clock.now()
  const lifetime = lifetimeColumns(request.lifetime, site, now)
  const mailbox = await deps.db.transaction(async tx => {
    await lockOwner(tx, deps.db.kind, caller.accountId)
    await checkRoom(tx, caller, 1)
    return insertTemporary(tx, {
      localPart: request.localPart,
      style: request.style ?? 'word',
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

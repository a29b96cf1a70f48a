/**
 * Makes people for tests: accounts and mailboxes with their log-ins, without the time that passwords cost.
 */
import type { SysAccount } from '@yanshu/contract'
import { findDomainByName } from '../domain/repository.ts'
import { replaceApiKey } from '../identity/api-key/repository.ts'
import { newAccountRow, type Rights } from '../identity/manage/manage-sys-account.ts'
import { insertSession } from '../identity/session/repository.ts'
import type { SessionSubject } from '../identity/session/session.ts'
import { insertAccount } from '../identity/sys-account/repository.ts'
import { day } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { insertMailbox, newMailboxRow } from '../mailbox/account/repository.ts'
import { nothingRests } from './nothing-rests.ts'
import type { TestApp } from './test-app.ts'

export const localDomain = 'yanshu.test'

/** Returns a token for an account or mailbox, as a log-in would. */
export function tokenFor(site: TestApp, subject: SessionSubject, client = '127.0.0.1'): Promise<string> {
  const session = { subject, span: 30 * day, notAfter: null, client, agent: 'test' }
  return site.app.db.transaction(tx => insertSession(tx, session, site.clock.now()))
}

export type Person = { readonly id: string; readonly username: string; readonly token: string }

/** Makes an account with a session and no usable password. */
export async function makePerson(
  site: TestApp,
  username: string,
  rights: Rights & { role: SysAccount['role'] } = { role: 'user' },
): Promise<Person> {
  const row = newAccountRow({ now: site.clock.now(), username, passwordHash: 'none', rights })
  await site.app.db.transaction(tx => insertAccount(tx, row))
  return { id: row.id, username, token: await tokenFor(site, { sysAccountId: row.id }) }
}

export async function keyFor(site: TestApp, person: Pick<Person, 'id'>): Promise<string> {
  const { key } = await site.app.db.transaction(tx => replaceApiKey(tx, person.id, site.clock.now()))
  return key
}

export type TestMailbox = { readonly id: string; readonly address: string; readonly token: string }

/**
 * Makes a temporary address on the local domain that never expires, with or without an owner, with a session.
 */
export async function makeMailbox(
  site: TestApp,
  localPart: string,
  ownerId: string | null = null,
  domainName = localDomain,
): Promise<TestMailbox> {
  const domain = await findDomainByName(site.app.db.query, domainName)
  if (!domain) throw new Error(`no domain ${domainName}`)
  const now = site.clock.now()
  const row = newMailboxRow({
    id: newId(now),
    localPart,
    domain,
    kind: 'temporary',
    ownerId,
    passwordHash: null,
    note: '',
    now,
    expires_at: null,
    end_after_mails: null,
    end_after_code: 0,
  })
  await site.app.db.transaction(tx => insertMailbox(tx, nothingRests, row))
  return { id: row.id, address: row.address, token: await tokenFor(site, { mailboxId: row.id }) }
}

/** Makes a domain, with or without an owner. */
export async function makeDomain(
  site: TestApp,
  name: string,
  change: { ownerId?: string | null; open?: boolean } = {},
): Promise<string> {
  const now = site.clock.now()
  const row = {
    id: newId(now),
    name,
    owner_id: change.ownerId ?? null,
    open: change.open ? (1 as const) : (0 as const),
    store: 0 as const,
    catch_all: 0 as const,
    subdomains: 0 as const,
    verified_at: now,
    created_at: now,
  }
  await site.app.db.transaction(async tx => {
    await tx.insertInto('domain').values(row).execute()
  })
  return row.id
}

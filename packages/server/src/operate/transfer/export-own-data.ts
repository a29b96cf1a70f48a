/**
 * Everything of one person, to take away: the mails as they came, and what stands about them, about the mailboxes and the
 * rules in JSON. A tar archive that is made while it is sent, a mail at a time. Nothing secret is in it: no password, no key,
 * no signing secret, not even as a digest.
 */
import { Readable } from 'node:stream'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { type Clock, isoTime, isoTimeOrNull } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { isAccount, type LoggedIn } from '../../identity/access.ts'
import { tarEnd, tarEntry } from '../backup/tar.ts'
import { mailsOf, safeName } from './export-mails.ts'

type Deps = { db: Db; clock: Clock; blobs: BlobStore }

/** An admin takes away what is its own as well, not the whole site. */
const ownColumn = (caller: LoggedIn) =>
  caller.role === 'mailbox'
    ? ({ column: 'id', id: caller.mailboxId, owner: 'mailbox_id' } as const)
    : ({ column: 'owner_id', id: caller.accountId, owner: 'account_id' } as const)

async function profileOf({ db }: Deps, caller: LoggedIn) {
  if (caller.role === 'mailbox') return { address: caller.address }
  const account = await db.query
    .selectFrom('sys_account')
    .select(['username', 'role', 'created_at', 'last_login_at'])
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  return {
    username: account.username,
    role: account.role,
    createdAt: isoTime(account.created_at),
    lastLoginAt: isoTimeOrNull(account.last_login_at),
  }
}

async function rulesOf({ db }: Deps, caller: LoggedIn) {
  const { owner, id } = ownColumn(caller)
  const filters = await db.query
    .selectFrom('filter')
    .selectAll()
    .where(owner, '=', id)
    .orderBy('position')
    .execute()
  const hooks = await db.query
    .selectFrom('webhook')
    .select(['name', 'kind', 'url', 'only_code', 'enabled', 'created_at'])
    .where(owner, '=', id)
    .execute()
  return {
    filters: filters.map(filter => ({
      name: filter.name,
      enabled: filter.enabled === 1,
      match: filter.match,
      conditions: JSON.parse(filter.conditions) as unknown,
      actions: JSON.parse(filter.actions) as unknown,
      hits: filter.hits,
    })),
    webhooks: hooks.map(hook => ({
      name: hook.name,
      kind: hook.kind,
      url: hook.url,
      onlyCode: hook.only_code === 1,
      enabled: hook.enabled === 1,
      createdAt: isoTime(hook.created_at),
    })),
  }
}

async function* archiveOf(deps: Deps, caller: LoggedIn): AsyncGenerator<Buffer> {
  const now = deps.clock.now()
  const file = (name: string, bytes: Uint8Array, at = now) => tarEntry(name, bytes, at)
  const json = (name: string, value: unknown) =>
    file(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
  yield json('account.json', await profileOf(deps, caller))
  yield json('rules.json', await rulesOf(deps, caller))
  const { column, id } = ownColumn(caller)
  const mailboxes = await deps.db.query
    .selectFrom('mailbox')
    .select(['id', 'address', 'kind', 'status', 'note', 'created_at', 'expires_at', 'received', 'used_bytes'])
    .where(column, '=', id)
    .orderBy('created_at')
    .execute()
  for (const mailbox of mailboxes) {
    // The id keeps two addresses apart that look alike once they are file names.
    const folder = `mail/${safeName(mailbox.address)}-${mailbox.id.slice(-6)}`
    yield json(`${folder}/mailbox.json`, {
      address: mailbox.address,
      kind: mailbox.kind,
      status: mailbox.status,
      ...(isAccount(caller) ? { note: mailbox.note } : {}),
      received: mailbox.received,
      usedBytes: mailbox.used_bytes,
      createdAt: isoTime(mailbox.created_at),
      expiresAt: isoTimeOrNull(mailbox.expires_at),
    })
    for await (const { raw, sender, ...mail } of mailsOf(deps.db, deps.blobs, mailbox.id)) {
      const name = `${folder}/${safeName(mail.folder)}/${mail.id}`
      const about = { ...mail, receivedAt: isoTime(mail.receivedAt), contentMissing: raw === null }
      yield json(`${name}.json`, about)
      if (raw !== null) yield file(`${name}.eml`, raw, mail.receivedAt)
    }
  }
  yield tarEnd
}

export const exportOwnData = (deps: Deps, caller: LoggedIn): Readable =>
  Readable.from(archiveOf(deps, caller), { objectMode: false, highWaterMark: 256 * 1024 })

/**
 * Everything of one person, to take away: mails as they came and as they were sent, drafts, and what stands about them,
 * about mailboxes, rules, settings and contacts in JSON. A tar archive, made a thing at a time, from any thing on. Nothing secret is in it: no password, no key,
 * no signing secret, not even as a digest.
 */
import { Readable } from 'node:stream'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { isAccount } from '../../identity/access.ts'
import { type LoggedIn, ownerKey } from '../../kernel/call/caller.ts'
import { type Clock, isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { ownTable } from '../../ledger/setting/own-table.ts'
import { ownFolderPaths } from '../../mailbox/folder/folders.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import { tarEnd, tarEntry } from '../backup/tar.ts'
import { mailsOf, safeName } from './export-mails.ts'
import {
  countOwn,
  findAutomatic,
  findProfile,
  listOwnContacts,
  listOwnFilters,
  listOwnSettings,
  listOwnWebhooks,
  looksAt,
  nextOwnMailbox,
  type Owner,
  ownDraftsAfter,
  ownSentAfter,
} from './repository.ts'

const portion = 50

export type ExportDeps = { db: Db; clock: Clock; blobs: BlobStore }

/** An admin takes away what is its own as well, not the whole site. */
const ownerOf = (caller: LoggedIn): Owner =>
  caller.role === 'mailbox' ? { mailboxId: caller.mailboxId } : { accountId: caller.accountId }

async function profileOf({ db }: ExportDeps, caller: LoggedIn) {
  if (caller.role === 'mailbox') return { address: caller.address }
  const account = await findProfile(db.query, caller.accountId)
  return {
    username: account.username,
    role: account.role,
    createdAt: isoTime(account.created_at),
    lastLoginAt: isoTimeOrNull(account.last_login_at),
  }
}

async function rulesOf({ db }: ExportDeps, caller: LoggedIn) {
  const filters = await listOwnFilters(db.query, ownerOf(caller))
  const hooks = await listOwnWebhooks(db.query, ownerOf(caller))
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

async function settingsOf({ db }: ExportDeps, caller: LoggedIn) {
  const rows = await listOwnSettings(db.query, ownerKey(caller))
  return Object.fromEntries(
    rows
      .filter(({ name }) => name in ownTable)
      .map(({ name, value }) => [name, JSON.parse(value) as unknown]),
  )
}

const contactsOf = async ({ db }: ExportDeps, caller: LoggedIn) =>
  (await listOwnContacts(db.query, ownerKey(caller))).map(({ address, name, used_at, uses }) => ({
    ...{ address, name, uses },
    usedAt: isoTime(used_at),
  }))

async function* draftsOf({ db }: ExportDeps, caller: LoggedIn, from: string) {
  for (let after = from; ; ) {
    const rows = await ownDraftsAfter(db.query, ownerKey(caller), after, portion)
    for (const { id, content, created_at, saved_at } of rows) {
      after = id
      const times = { createdAt: isoTime(created_at), savedAt: isoTime(saved_at) }
      yield { id, about: { ...(JSON.parse(content) as object), ...times } }
    }
    if (rows.length < portion) return
  }
}

async function* sentOf({ db, blobs }: ExportDeps, caller: LoggedIn, from: string) {
  for (let after = from; ; ) {
    const rows = await ownSentAfter(db.query, ownerOf(caller), after, portion)
    for (const row of rows) {
      after = row.id
      const raw = await messageBytes(blobs, row)
      const about = {
        from: { address: row.from_address, name: row.from_name },
        subject: row.subject,
        createdAt: isoTime(row.created_at),
        sendAt: isoTimeOrNull(row.send_at),
        to: JSON.parse(row.to_list) as unknown,
        cc: JSON.parse(row.cc_list) as unknown,
        contentMissing: raw === null,
      }
      yield { id: row.id, about, raw }
    }
    if (rows.length < portion) return
  }
}

type OwnMailbox = NonNullable<Awaited<ReturnType<typeof nextOwnMailbox>>>

async function mailboxAbout({ db }: ExportDeps, caller: LoggedIn, mailbox: OwnMailbox) {
  const { forwarding, reply } = await findAutomatic(db.query, mailbox.id)
  const looks = await looksAt(db.query, mailbox.id)
  return {
    address: mailbox.address,
    kind: mailbox.kind,
    status: mailbox.status,
    ...(isAccount(caller) ? { note: mailbox.note } : {}),
    received: mailbox.received,
    usedBytes: mailbox.used_bytes,
    createdAt: isoTime(mailbox.created_at),
    expiresAt: isoTimeOrNull(mailbox.expires_at),
    folders: await ownFolderPaths(db.query, mailbox.id),
    forwarding: forwarding
      ? { targets: JSON.parse(forwarding.targets) as unknown, keep: forwarding.keep === 1 }
      : null,
    autoReply: reply
      ? {
          enabled: reply.enabled === 1,
          startsAt: isoTimeOrNull(reply.starts_at),
          endsAt: isoTimeOrNull(reply.ends_at),
          subject: reply.subject,
          words: reply.words,
        }
      : null,
    looks: looks.map(({ account_name: by, reason, words, began_at, ended_at, mails, codes }) => ({
      ...{ by, reason, words, mails, codes },
      beganAt: isoTime(began_at),
      endedAt: isoTimeOrNull(ended_at),
    })),
  }
}

/** A piece of the archive, and where the next one begins; null after the last. */
type Piece = { bytes: Buffer; after: string; things: number }

/** Large enough that few are kept, small enough that one is made in a moment. */
const pieceBytes = 4 * 1024 * 1024

/** Everything in its order, from a place on; each thing with the place after it. */
async function* thingsFrom(deps: ExportDeps, caller: LoggedIn, from: string): AsyncGenerator<Piece> {
  const now = deps.clock.now()
  const [section = '', ...at] = from.split(' ')
  const file = (name: string, bytes: Uint8Array, time = now) => tarEntry(name, bytes, time)
  const json = (name: string, value: unknown) =>
    file(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
  if (section === '') {
    const about = [
      json('account.json', await profileOf(deps, caller)),
      json('rules.json', await rulesOf(deps, caller)),
      json('settings.json', await settingsOf(deps, caller)),
      json('contacts.json', await contactsOf(deps, caller)),
    ]
    yield { bytes: Buffer.concat(about), after: 'draft ', things: 0 }
  }
  if (section === '' || section === 'draft')
    for await (const { id, about } of draftsOf(deps, caller, section === 'draft' ? (at[0] ?? '') : ''))
      yield { bytes: json(`drafts/${id}.json`, about), after: `draft ${id}`, things: 1 }
  if (section !== 'mail')
    for await (const { id, about, raw } of sentOf(deps, caller, section === 'sent' ? (at[0] ?? '') : '')) {
      const eml = raw === null ? [] : [file(`sent/${id}.eml`, raw)]
      const bytes = Buffer.concat([json(`sent/${id}.json`, about), ...eml])
      yield { bytes, after: `sent ${id}`, things: 1 }
    }
  const [begunId = '', seq = '0'] = section === 'mail' ? at : []
  let mailbox = await nextOwnMailbox(deps.db.query, ownerOf(caller), begunId, { itself: true })
  for (; mailbox; mailbox = await nextOwnMailbox(deps.db.query, ownerOf(caller), mailbox.id)) {
    const { id } = mailbox
    const goingOn = id === begunId
    // The id keeps two addresses apart that look alike once they are file names.
    const folder = `mail/${safeName(mailbox.address)}-${id.slice(-6)}`
    if (!goingOn) {
      const about = await mailboxAbout(deps, caller, mailbox)
      yield { bytes: json(`${folder}/mailbox.json`, about), after: `mail ${id} 0`, things: 0 }
    }
    for await (const { raw, sender, seq: done, ...mail } of mailsOf(
      deps.db,
      deps.blobs,
      id,
      goingOn ? Number(seq) : 0,
    )) {
      const name = `${folder}/${safeName(mail.folder)}/${mail.id}`
      const about = { ...mail, receivedAt: isoTime(mail.receivedAt), contentMissing: raw === null }
      const eml = raw === null ? [] : [file(`${name}.eml`, raw, mail.receivedAt)]
      const bytes = Buffer.concat([json(`${name}.json`, about), ...eml])
      yield { bytes, after: `mail ${id} ${done}`, things: 1 }
    }
  }
}

/** As much of the archive as one piece holds. */
export async function exportPiece(
  deps: ExportDeps,
  caller: LoggedIn,
  place: string,
): Promise<{ bytes: Buffer; next: string | null; done: number }> {
  const parts: Buffer[] = []
  let [size, done] = [0, 0]
  for await (const { bytes, after, things } of thingsFrom(deps, caller, place)) {
    parts.push(bytes)
    size += bytes.length
    done += things
    if (size >= pieceBytes) return { bytes: Buffer.concat(parts), next: after, done }
  }
  return { bytes: Buffer.concat([...parts, tarEnd]), next: null, done }
}

export const countExported = (deps: ExportDeps, caller: LoggedIn): Promise<number> =>
  countOwn(deps.db.aside, ownerOf(caller), ownerKey(caller))

async function* archiveOf(deps: ExportDeps, caller: LoggedIn): AsyncGenerator<Buffer> {
  for await (const { bytes } of thingsFrom(deps, caller, '')) yield bytes
  yield tarEnd
}

export const exportOwnData = (deps: ExportDeps, caller: LoggedIn): Readable =>
  Readable.from(archiveOf(deps, caller), { objectMode: false, highWaterMark: 256 * 1024 })

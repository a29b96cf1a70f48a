/**
 * Drafts as messages, for mail programs: a draft of the page is written as one, and one of a program becomes a draft of
 * the page. What is typed and no address yet cannot stand in a message, and stays on the page.
 */
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db, Query, Tx } from '../../database/types.ts'
import { newId } from '../../kernel/ids.ts'
import { type Mailbox, parseAddressList } from '../../mail/address/parse-address-list.ts'
import { formatMailboxes } from '../../mail/compose/address-field.ts'
import { composeMessage } from '../../mail/compose/compose-message.ts'
import { outgoingHtml } from '../../mail/html/outgoing-html.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import type { Reader } from '../../mail/show/reader.ts'
import { layIntoDraft, uploadsOfDrafts } from '../upload/repository.ts'
import { type BytesDeps, uploadBytes } from '../upload/upload-file.ts'
import { searchOf } from './draft.ts'
import { type DraftContent, emptyDraft, readDraftContent } from './draft-content.ts'
import { draftVersions, findDraft, insertDraft, removeDraft } from './draft-repository.ts'
import { isAddressable, shownPerson } from './recipients.ts'

export { maxDrafts } from './draft.ts'

export type ProgramDraftDeps = BytesDeps & { db: Db; blobs: BlobStore; pool: Pick<Reader, 'run'> }

/** Whose drafts a program sees: those of the mailbox itself. */
export const draftsOwner = (mailboxId: string): string => `mailbox:${mailboxId}`

export const versionsOf = (query: Query, mailboxId: string) => draftVersions(query, draftsOwner(mailboxId))

const people = (typed: readonly string[]): Mailbox[] =>
  typed.filter(isAddressable).flatMap(text => parseAddressList(text, 1))

const toNobody = 'To: undisclosed-recipients:;\r\n'

/** Null when the draft is gone by now. */
export async function writtenDraft(
  { db, blobs }: Pick<ProgramDraftDeps, 'db' | 'blobs'>,
  mailbox: { id: string; address: string },
  draftId: string,
): Promise<{ version: number; savedAt: number; raw: Buffer } | null> {
  const row = await findDraft(db.query, draftsOwner(mailbox.id), draftId)
  if (!row) return null
  const content = readDraftContent(row.content)
  const files = await uploadsOfDrafts(db.query, [draftId])
  const { html, text, shownFiles } = outgoingHtml(
    content.html,
    files.map(file => file.id),
  )
  const attachments = []
  for (const file of files) {
    const bytes = await blobs.get(file.blob_key)
    if (!bytes) continue
    const base = { filename: file.filename, contentType: file.content_type, content: bytes }
    attachments.push(shownFiles.includes(file.id) ? { ...base, cid: file.id } : base)
  }
  const domain = mailbox.address.slice(mailbox.address.lastIndexOf('@') + 1)
  const bcc = people(content.bcc)
  const raw = await composeMessage({
    from: { name: content.fromName, address: mailbox.address },
    to: people(content.to),
    cc: people(content.cc),
    subject: content.subject,
    text,
    html: content.html === '' ? null : html,
    attachments,
    messageId: `<draft.${row.id}.${row.version}@${domain}>`,
    date: new Date(row.saved_at),
  })
  const head = bcc.length > 0 ? `Bcc: ${formatMailboxes(bcc)}\r\n` : ''
  const at = raw.indexOf(toNobody)
  const rest = at < 0 ? raw : Buffer.concat([raw.subarray(0, at), raw.subarray(at + toNobody.length)])
  return {
    version: row.version,
    savedAt: row.saved_at,
    raw: Buffer.concat([Buffer.from(head, 'latin1'), rest]),
  }
}

export type ReadDraft = { content: DraftContent; files: string[] }

/** Reads a message of a program, and lays its files down. */
export async function readDraftMessage(
  deps: ProgramDraftDeps,
  mailbox: { id: string; address: string },
  raw: Buffer,
): Promise<ReadDraft> {
  const owner = draftsOwner(mailbox.id)
  const end = raw.indexOf('\r\n\r\n')
  const mail = parseMail(end < 0 ? raw.subarray(0, 65_536) : raw.subarray(0, end + 4))
  const bcc = mail.headers.filter(({ name }) => name.toLowerCase() === 'bcc')
  const taken = await deps.pool.run('redraft', { raw: Uint8Array.from(raw) })
  let { html } = taken
  const files: string[] = []
  for (const file of taken.files) {
    const kept = await uploadBytes(deps, owner, { filename: file.filename, bytes: Buffer.from(file.bytes) })
    files.push(kept.id)
    if (file.cid !== null) html = html.replaceAll(`"cid:${file.cid}"`, `"cid:${kept.id}"`)
  }
  const typed = (list: readonly Mailbox[]) => list.slice(0, 100).map(shownPerson)
  return {
    content: {
      ...emptyDraft,
      from: mailbox.address,
      fromName: (mail.from?.name ?? '').slice(0, 100),
      to: typed(mail.to),
      cc: typed(mail.cc),
      bcc: typed(bcc.flatMap(({ value }) => parseAddressList(value))),
      subject: mail.subject.slice(0, 500),
      html: html.slice(0, 5_000_000),
    },
    files,
  }
}

/** Returns the id of the new draft, in its first version. */
export async function enterDraft(
  tx: Tx,
  mailboxId: string,
  { content, files }: ReadDraft,
  now: number,
): Promise<string> {
  const owner = draftsOwner(mailboxId)
  const id = newId(now)
  const row = {
    id,
    owner_key: owner,
    version: 1,
    content: JSON.stringify(content),
    search: searchOf(content),
  }
  await insertDraft(tx, { ...row, created_at: now, saved_at: now })
  await layIntoDraft(tx, owner, id, files)
  return id
}

/** With its files; returns the keys of their blobs. Nothing happens when it was changed since that version. */
export async function dropDraft(
  tx: Tx,
  mailboxId: string,
  { id, version }: { id: string; version: number },
): Promise<string[]> {
  const row = await findDraft(tx, draftsOwner(mailboxId), id)
  if (row?.version !== version) return []
  return (await removeDraft(tx, draftsOwner(mailboxId), id)) ?? []
}

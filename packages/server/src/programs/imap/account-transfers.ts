/**
 * Putting, copying, moving and removing mails. The folder of sent mail joins two rooms (sent-folder.ts): what was sent
 * is copied out of it as bytes, and goes from the page when it goes from here.
 */
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import { flagsOf } from '../../mailbox/numbering/flags.ts'
import { numberFolder } from '../../mailbox/numbering/number-mails.ts'
import { expungeMails, folderOf, moveMails, type Pairs } from '../../mailbox/numbering/program-mails.ts'
import { copyMails, type Put, putMails } from '../../mailbox/numbering/put-mails.ts'
import { type DraftsDeps, syncDrafts } from './drafts-folder.ts'
import { markedInSent, type SentInFolder, sentByUid, uidOfSent } from './repository.ts'
import { deleteSent, syncSent } from './sent-folder.ts'
import type { Answer, NewMessage } from './types.ts'

const ok = <T>(value: T): Answer<T> => ({ ok: true, value })
const noFolder = { ok: false, reason: 'noFolder' } as const

const rowsAtOnce = 500

/** The Message-ID as a sent mail has it; the head of a message is enough to find it. */
export function messageIdOf(raw: Buffer): string {
  const head = raw.toString('latin1', 0, Math.min(raw.length, 65_536)).split(/\r?\n\r?\n/, 1)[0] ?? ''
  return /^message-id:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\r\n]{1,500}>)/im.exec(head)?.[1] ?? ''
}

type Split = { sent: SentInFolder[]; others: number[] }

export type TransferDeps = DraftsDeps & { mailboxNow(id: string): Promise<MailboxRow | undefined> }

export function openTransfers(deps: TransferDeps, mailboxId: string) {
  const place = (id: string) => ({ mailboxId, id })
  const roleOf = async (id: string) => (await folderOf(deps, place(id)))?.role ?? null
  const isSent = async (id: string) => (await roleOf(id)) === 'sent'

  /** Makes a folder that belongs to the page too hold what it holds there. */
  async function sync(id: string): Promise<void> {
    const role = await roleOf(id)
    if (role === 'sent') await syncSent(deps, mailboxId)
    if (role !== 'drafts') return
    const mailbox = await deps.mailboxNow(mailboxId)
    if (mailbox) await syncDrafts(deps, mailbox, mailbox.may_send === 1)
  }

  /** Afterwards the page has what a program did to its drafts. */
  async function synced<T>(ids: readonly string[], work: () => Promise<T>): Promise<T> {
    const done = await work()
    for (const id of ids) if ((await roleOf(id)) === 'drafts') await sync(id)
    return done
  }

  async function splitSent(uids: readonly number[]): Promise<Split> {
    const sent: SentInFolder[] = []
    for (let at = 0; at < uids.length; at += rowsAtOnce)
      sent.push(...(await sentByUid(deps.db.query, mailboxId, uids.slice(at, at + rowsAtOnce))))
    const known = new Set(sent.map(mail => mail.uid))
    return { sent, others: uids.filter(uid => !known.has(uid)) }
  }

  /** One at a time, so that no more than one message is in memory. */
  async function putSent(sent: readonly SentInFolder[], to: string): Promise<Put<Pairs>> {
    const pairs: (readonly [number, number])[] = []
    for (const mail of sent) {
      const raw = await messageBytes(deps.blobs, mail)
      if (!raw) continue
      const put = await putMails(deps, place(to), [
        { raw, flags: flagsOf(mail), internalDate: mail.received_at },
      ])
      if (!put.ok) return put
      pairs.push([mail.uid ?? 0, put.value[0] ?? 0])
    }
    return { ok: true, value: pairs }
  }

  async function appendSent(id: string, message: NewMessage): Promise<Put<readonly number[]>> {
    const messageId = messageIdOf(message.raw)
    await syncSent(deps, mailboxId)
    await numberFolder(deps.db, mailboxId, id)
    const uid = messageId === '' ? null : await uidOfSent(deps.db.query, mailboxId, messageId)
    return uid === null ? putMails(deps, place(id), [message]) : { ok: true, value: [uid] }
  }

  const sorted = (pairs: Pairs): Pairs => [...pairs].sort(([a], [b]) => a - b)

  async function append(id: string, messages: readonly NewMessage[]): Promise<Answer<readonly number[]>> {
    if (!(await isSent(id))) return putMails(deps, place(id), messages)
    const uids: number[] = []
    for (const message of messages) {
      const put = await appendSent(id, message)
      if (!put.ok) return put
      uids.push(...put.value)
    }
    return ok(uids)
  }

  async function copy(id: string, uids: readonly number[], to: string): Promise<Answer<Pairs>> {
    if (!(await isSent(id))) return copyMails(deps, place(id), uids, to)
    const { sent, others } = await splitSent(uids)
    const put = await putSent(sent, to)
    if (!put.ok) return put
    const copied = await copyMails(deps, place(id), others, to)
    return copied.ok ? ok(sorted([...put.value, ...copied.value])) : copied
  }

  async function move(id: string, uids: readonly number[], to: string): Promise<Answer<Pairs>> {
    if (!(await isSent(id)) || id === to) {
      const moved = await moveMails(deps, place(id), uids, to)
      return moved ? ok(moved) : noFolder
    }
    const { sent, others } = await splitSent(uids)
    const settled = sent.filter(mail => mail.pending === 0)
    const put = await putSent(settled, to)
    if (!put.ok) return put
    const there = new Set(put.value.map(([uid]) => uid))
    await deleteSent(
      deps,
      mailboxId,
      settled.filter(mail => there.has(mail.uid ?? 0)).map(mail => mail.id),
    )
    const moved = await moveMails(deps, place(id), others, to)
    return moved ? ok(sorted([...put.value, ...moved])) : noFolder
  }

  async function expunge(id: string, uids: readonly number[] | null): Promise<Answer<readonly number[]>> {
    if (!(await isSent(id))) {
      const gone = await expungeMails(deps, place(id), uids)
      return gone ? ok(gone) : noFolder
    }
    await numberFolder(deps.db, mailboxId, id)
    const wanted = uids === null ? null : new Set(uids)
    const marked = (await markedInSent(deps.db.query, mailboxId)).filter(uid => wanted?.has(uid) ?? true)
    const { sent, others } = await splitSent(marked)
    const settled = sent.filter(mail => mail.pending === 0)
    await deleteSent(
      deps,
      mailboxId,
      settled.map(mail => mail.id),
    )
    await numberFolder(deps.db, mailboxId, id)
    const gone = await expungeMails(deps, place(id), others)
    return gone ? ok([...settled.flatMap(mail => mail.uid ?? []), ...gone].sort((a, b) => a - b)) : noFolder
  }

  return {
    /** Before a folder is looked at. */
    sync,
    append: (id: string, messages: readonly NewMessage[]) => synced([id], () => append(id, messages)),
    copy: (id: string, uids: readonly number[], to: string) => synced([to], () => copy(id, uids, to)),
    move: (id: string, uids: readonly number[], to: string) => synced([id, to], () => move(id, uids, to)),
    expunge: (id: string, uids: readonly number[] | null) => synced([id], () => expunge(id, uids)),
  }
}

/**
 * The folder of drafts: the same drafts as on the page of the mailbox, so that one begun in a program is finished on the page
 * and the reverse. `draft_mail` says which mail is which version of which draft. Before and after a program does
 * something here both sides are compared, and what one side lacks is done there:
 *
 * - a draft that was saved on the page since is written anew, as a new message with a new UID;
 * - a draft that was sent or deleted on the page leaves the folder;
 * - a mail that a program removed takes its draft with it, unless the page has saved it since;
 * - a mail that a program put here becomes a draft, if the mailbox may send.
 */
import type { Db, Tx } from '../../database/types.ts'
import type { Log } from '../../kernel/log.ts'
import { lockMailbox, type MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { messageBytes } from '../../mailbox/mail/message-bytes.ts'
import { removeMails } from '../../mailbox/mail/remove-mails.ts'
import { keepMessage, type PutDeps, prepareMail, raiseUse } from '../../mailbox/numbering/put-mails.ts'
import {
  dropDraft,
  enterDraft,
  maxDrafts,
  type ProgramDraftDeps,
  readDraftMessage,
  versionsOf,
  writtenDraft,
} from '../../outbound/compose/program-drafts.ts'
import {
  type DraftLink,
  deleteLink,
  insertLink,
  linksOf,
  mailInDrafts,
  seqsInDrafts,
} from './draft-repository.ts'

export type DraftsDeps = PutDeps & ProgramDraftDeps & { log: Pick<Log, 'warn'> }

type Mailbox = Pick<MailboxRow, 'id' | 'address'>

/** The work holds the mailbox; what it returns are keys of blobs that nobody needs any more. */
async function change(
  deps: DraftsDeps,
  mailboxId: string,
  work: (tx: Tx, mailbox: MailboxRow) => Promise<string[]>,
): Promise<void> {
  const keys = await deps.db.transaction(async tx => {
    const mailbox = await lockMailbox(tx, deps.db.kind, mailboxId)
    return mailbox ? work(tx, mailbox) : []
  })
  for (const key of keys) await deps.blobs.remove(key)
}

/** The draft as it is now, in place of the mail with its former version. */
async function write(deps: DraftsDeps, mailbox: Mailbox, draftId: string, former: DraftLink | null) {
  const written = await writtenDraft(deps, mailbox, draftId)
  if (!written) return
  const { raw, savedAt, version } = written
  const mail = await prepareMail(deps, { raw, flags: ['\\Draft', '\\Seen'], internalDate: savedAt })
  await change(deps, mailbox.id, async (tx, { owner_id }) => {
    const now = deps.clock.now()
    if (former !== null && !(await deleteLink(tx, former))) return []
    const into = { mailboxId: mailbox.id, ownerId: owner_id, folder: 'drafts' }
    const gone = former === null ? [] : await removeMails(tx, deps.db.kind, [former.mail_seq], now)
    if ((await linksOf(tx, mailbox.id)).some(link => link.draft_id === draftId)) return gone
    const seq = await keepMessage(tx, into, mail, now)
    await raiseUse(tx, mailbox.id, raw.length)
    await insertLink(tx, mailbox.id, { mail_seq: seq, draft_id: draftId, version })
    return gone
  })
}

/** The page has sent or deleted the draft. */
const leave = (deps: DraftsDeps, mailbox: Mailbox, link: DraftLink) =>
  change(deps, mailbox.id, async tx =>
    (await deleteLink(tx, link)) ? removeMails(tx, deps.db.kind, [link.mail_seq], deps.clock.now()) : [],
  )

/** A program has removed the mail. */
const drop = (deps: DraftsDeps, mailbox: Mailbox, link: DraftLink) =>
  change(deps, mailbox.id, async tx =>
    (await deleteLink(tx, link))
      ? dropDraft(tx, mailbox.id, { id: link.draft_id, version: link.version })
      : [],
  )

/** What cannot be read as a draft, or has no room among the files of drafts, stays a mail that only programs see. */
const readAsDraft = (deps: DraftsDeps, mailbox: Mailbox, raw: Buffer) =>
  readDraftMessage(deps, mailbox, raw).catch((cause: unknown) => {
    deps.log.warn({ err: cause }, 'a message of a program is no draft of the page')
    return null
  })

/** A program has put the mail here. */
async function enter(deps: DraftsDeps, mailbox: Mailbox, seq: number): Promise<void> {
  const mail = await mailInDrafts(deps.db.query, mailbox.id, seq)
  const raw = mail && (await messageBytes(deps.blobs, mail))
  const read = raw && (await readAsDraft(deps, mailbox, raw))
  if (!read) return
  await change(deps, mailbox.id, async tx => {
    if (!(await mailInDrafts(tx, mailbox.id, seq))) return []
    if ((await linksOf(tx, mailbox.id)).some(link => link.mail_seq === seq)) return []
    const draft_id = await enterDraft(tx, mailbox.id, read, deps.clock.now())
    await insertLink(tx, mailbox.id, { mail_seq: seq, draft_id, version: 1 })
    return []
  })
}

async function state(db: Db, mailboxId: string) {
  const drafts = new Map((await versionsOf(db.query, mailboxId)).map(({ id, version }) => [id, version]))
  const links = await linksOf(db.query, mailboxId)
  const seqs = await seqsInDrafts(db.query, mailboxId)
  return { drafts, links, seqs: new Set(seqs) }
}

/** `maySend`: without it the page has no drafts, and mails of programs stay mails. */
export async function syncDrafts(deps: DraftsDeps, mailbox: Mailbox, maySend: boolean): Promise<void> {
  const { drafts, links, seqs } = await state(deps.db, mailbox.id)
  for (const link of links) {
    const version = drafts.get(link.draft_id)
    if (!seqs.has(link.mail_seq)) await drop(deps, mailbox, link)
    else if (version === undefined) await leave(deps, mailbox, link)
    else if (version !== link.version) await write(deps, mailbox, link.draft_id, link)
  }
  const linkedDrafts = new Set(links.map(link => link.draft_id))
  const linkedMails = new Set(links.map(link => link.mail_seq))
  for (const id of drafts.keys()) if (!linkedDrafts.has(id)) await write(deps, mailbox, id, null)
  if (!maySend) return
  const fresh = [...seqs].filter(seq => !linkedMails.has(seq))
  for (const seq of fresh.slice(0, Math.max(0, maxDrafts - drafts.size))) await enter(deps, mailbox, seq)
}

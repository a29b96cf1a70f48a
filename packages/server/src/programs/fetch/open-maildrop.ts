/**
 * The inbox of one mailbox as a mail program sees it: the mails that are there when it signs in, under ids that never
 * change, with the bytes that the page calls the source. It needs no lock (RFC 1939 section 4 asks for one "as necessary"):
 * what another session or the page deletes goes to the trash, from where it can still be fetched here.
 */

import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventHub } from '../../ledger/event/event-hub.ts'
import { type Envelope, traceHeaders } from '../../mail/envelope.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { markFetched, trashFetched } from '../../mailbox/mail/change-mails.ts'
import { readSource } from '../../mailbox/mail/read-mail.ts'
import { type ProgramLogIn, stillLoggedIn } from '../../mailbox/program/program-log-in.ts'
import type { Maildrop } from './pop3/types.ts'
import { inboxOf } from './repository.ts'

export type MaildropDeps = {
  db: Db
  clock: Clock
  blobs: BlobStore
  hub: EventHub
  failed(cause: unknown): void
}

/** A session holds a list of them; whoever has more in the inbox sees the newest. */
const mostMails = 10_000

/** Read mails are marked in portions: one at a time would make a program wait for the disk after each. */
const markedAtOnce = 50

const octetsOf = (row: { envelope: string; received_at: number; size: number }): number =>
  traceHeaders(JSON.parse(row.envelope) as Envelope, row.received_at).length + row.size

export async function openMaildrop(
  deps: MaildropDeps,
  mailbox: MailboxRow,
  logIn: ProgramLogIn,
): Promise<Maildrop> {
  const rows = await inboxOf(deps.db.query, mailbox.id, mostMails)
  const mails = rows.map(row => ({ seq: row.seq, uid: row.id, octets: octetsOf(row) }))
  const scope = { kind: 'mailbox', mailboxId: mailbox.id } as const
  let unmarked: number[] = []

  const seqsOf = (indexes: readonly number[]): number[] => indexes.flatMap(index => mails[index]?.seq ?? [])

  /** A failure to mark mails as read is no reason to end a session, so it only goes to the log. */
  async function mark(): Promise<void> {
    if (unmarked.length === 0) return
    const seqs = unmarked
    unmarked = []
    await markFetched(deps, mailbox.id, seqs).catch(deps.failed)
  }

  return {
    mails,
    isOpen: async () => (await stillLoggedIn(deps, logIn)) !== null,
    async read(index) {
      const mail = mails[index]
      if (mail === undefined) return null
      return readSource(deps, scope, mail.uid).catch((cause: unknown) => {
        if (cause instanceof AppError && cause.code === 'notFound') return null
        throw cause
      })
    },
    async fetched(index) {
      unmarked.push(...seqsOf([index]))
      if (unmarked.length >= markedAtOnce) await mark()
    },
    async remove(indexes) {
      await mark()
      await trashFetched(deps, mailbox.id, seqsOf(indexes))
    },
    close: mark,
  }
}

/**
 * Stores the automatic answer of a mailbox whose owner is away: its switch, its period and its words. It is
 * edited like forwarding; may-answer.ts decides which mail is answered.
 */
import type { AutoReply, BodyOf, Calls } from '@yanshu/contract'
import { flag } from '../../database/schema.ts'
import type { Db, Query } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { AppError, invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { type Clock, isoTimeOrNull } from '../../kernel/clock.ts'
import { findScopedMailbox } from '../../mailbox/account/mailboxes.ts'
import { outboundWords } from '../words/words.ts'
import { findAutoReply, forgetAnswered, putAutoReply } from './repository.ts'

const off: AutoReply = { enabled: false, from: null, until: null, subject: '', text: '' }

/** Returns the words of the answer at this time, or null. */
export async function wordsAt(
  query: Query,
  mailboxId: string,
  now: number,
): Promise<{ subject: string; text: string } | null> {
  const row = await findAutoReply(query, mailboxId)
  if (row?.enabled !== 1 || (row.starts_at ?? now) > now || (row.ends_at ?? Infinity) <= now) return null
  return { subject: row.subject, text: row.words }
}

async function read(query: Query, mailboxId: string): Promise<AutoReply> {
  const row = await findAutoReply(query, mailboxId)
  if (!row) return off
  const { enabled, starts_at, ends_at, subject, words } = row
  return {
    enabled: enabled === 1,
    from: isoTimeOrNull(starts_at),
    until: isoTimeOrNull(ends_at),
    subject,
    text: words,
  }
}

export async function showAutoReply(db: Db, caller: LoggedIn, mailboxId: string): Promise<AutoReply> {
  if (!(await findScopedMailbox(db.query, mailboxScope(caller), mailboxId))) throw new AppError('notFound')
  return read(db.query, mailboxId)
}

export async function setAutoReply(
  deps: { db: Db; clock: Clock; automaticChanged(): Promise<void> },
  caller: LoggedIn,
  request: BodyOf<Calls['setAutoReply']>,
): Promise<AutoReply> {
  const mailbox = await findScopedMailbox(deps.db.query, mailboxScope(caller), request.mailbox)
  if (!mailbox) throw new AppError('notFound')
  const { enabled, subject, text } = request
  const [startsAt, endsAt] = [request.from, request.until].map(time => (time ? Date.parse(time) : null))
  if (enabled && text.trim() === '') throw invalidField('text', outboundWords.replyTextMissing)
  if (startsAt != null && endsAt != null && endsAt <= startsAt)
    throw invalidField('until', outboundWords.endsBeforeStart)
  const now = deps.clock.now()
  const row = {
    mailbox_id: mailbox.id,
    enabled: flag(enabled),
    starts_at: startsAt ?? null,
    ends_at: endsAt ?? null,
    subject,
    words: text,
    updated_at: now,
  }
  await deps.db.transaction(async tx => {
    await putAutoReply(tx, row)
    // Everybody may get an answer again after new words, and after the owner came back and left again.
    await forgetAnswered(tx, mailbox.id)
  })
  await deps.automaticChanged()
  return read(deps.db.query, mailbox.id)
}

/**
 * What a mailbox answers by itself while its owner is away: whether, from when until when, in which words. Kept beside
 * forwarding and edited the same way; which mail is answered is decided in may-answer.ts.
 */
import type { AutoReply, BodyOf, Calls } from '@yanshu/contract'
import { AppError, invalidField } from '../../app-error.ts'
import { type Clock, isoTimeOrNull } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db, Query } from '../../database/types.ts'
import { type LoggedIn, mailboxScope } from '../../identity/access.ts'
import { auditMailbox } from '../../identity/email-account/audit-mailbox.ts'
import { findScopedMailbox } from '../../identity/email-account/repository.ts'
import type { AutoReplyTable } from '../table.ts'

const off: AutoReply = { enabled: false, from: null, until: null, subject: '', text: '' }

const rowOf = (query: Query, mailboxId: string): Promise<AutoReplyTable | undefined> =>
  query.selectFrom('auto_reply').selectAll().where('mailbox_id', '=', mailboxId).executeTakeFirst()

/** The addresses of all mailboxes that answer by themselves, now or at another time. */
export async function answeringAddresses(query: Query): Promise<Set<string>> {
  const rows = await query
    .selectFrom('auto_reply')
    .innerJoin('mailbox', 'mailbox.id', 'auto_reply.mailbox_id')
    .select('mailbox.address')
    .where('auto_reply.enabled', '=', 1)
    .execute()
  return new Set(rows.map(row => row.address))
}

/** What is answered at this time, or null. */
export async function wordsAt(
  query: Query,
  mailboxId: string,
  now: number,
): Promise<{ subject: string; text: string } | null> {
  const row = await rowOf(query, mailboxId)
  if (row?.enabled !== 1 || (row.starts_at ?? now) > now || (row.ends_at ?? Infinity) <= now) return null
  return { subject: row.subject, text: row.words }
}

async function read(query: Query, mailboxId: string): Promise<AutoReply> {
  const row = await rowOf(query, mailboxId)
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
  if (enabled && text.trim() === '') throw invalidField('text', '请写下要回复的话')
  if (startsAt != null && endsAt != null && endsAt <= startsAt) throw invalidField('until', '结束要晚于开始')
  const now = deps.clock.now()
  const row = {
    enabled: flag(enabled),
    starts_at: startsAt ?? null,
    ends_at: endsAt ?? null,
    subject,
    words: text,
    updated_at: now,
  }
  await deps.db.transaction(async tx => {
    await tx
      .insertInto('auto_reply')
      .values({ mailbox_id: mailbox.id, ...row })
      .onConflict(oc => oc.column('mailbox_id').doUpdateSet(row))
      .execute()
    // New words are news to everybody, and so is coming back and going away again.
    await tx.deleteFrom('auto_reply_given').where('mailbox_id', '=', mailbox.id).execute()
    const detail = `自动回复${enabled ? '开' : '关'}`
    await auditMailbox(tx, caller, mailbox, now, { action: 'setAutoReply', detail })
  })
  await deps.automaticChanged()
  return read(deps.db.query, mailbox.id)
}

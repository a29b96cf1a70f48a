/** Unread counts per mailbox, as the server sent them and as events and own reading change them. */
import type { AnswerOf, Calls, MailRow } from '@yanshu/contract'

export type Unread = AnswerOf<Calls['getUnreadEmail']>

export function withCount(unread: Unread, mailboxId: string, count: number): Unread {
  const others = unread.counts.filter(one => one.mailboxId !== mailboxId)
  const counts = [...others, { mailboxId, unread: Math.max(0, count) }]
  return { ...unread, counts, total: counts.reduce((sum, one) => sum + one.unread, 0) }
}

export function countOf(unread: Unread | undefined, mailboxId: string): number {
  return unread?.counts.find(one => one.mailboxId === mailboxId)?.unread ?? 0
}

/** Applies that mails of the inbox were read, or made unread again. Only real changes count. */
export function afterReading(unread: Unread, mails: readonly MailRow[], read: boolean): Unread {
  return mails
    .filter(mail => mail.folder === 'inbox' && mail.read !== read)
    .reduce(
      (known, mail) => withCount(known, mail.mailboxId, countOf(known, mail.mailboxId) + (read ? -1 : 1)),
      unread,
    )
}

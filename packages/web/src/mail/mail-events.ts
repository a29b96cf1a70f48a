/** Events of mail: what each says, and what a number of them, heard together, change on the page. */
import { calls, type MailRow, type MailsChanged, mailsChanged } from '@yanshu/contract'
import { askAnew, boxReceived, changedElsewhere, type MailCache, mailsArrived, setUnread } from './cache.ts'
import { hearDomainEvent } from './domain-events.ts'
import type { SseEvent } from './events/sse-parser.ts'
import { figuresKey } from './queries.ts'
import { type SentChange, tellSent } from './sent-cache.ts'

const mailRow = calls.getInbox.answer.shape.list.element

const sentMail = calls.getSentEmail.answer.shape.list.element
const sentChange = sentMail.pick({ id: true, mailboxId: true, state: true }).extend({
  recipient: sentMail.shape.recipients.element.nullable(),
})

type MailEvent =
  | { mail: MailRow }
  | { mailboxId: string; unread: number }
  | { sent: SentChange }
  | { changed: MailsChanged }
  | { reload: true }
  | null

/** What an event says; anything that is not in our form says nothing. */
export function readEvent(event: SseEvent): MailEvent {
  let data: unknown
  try {
    data = JSON.parse(event.data)
  } catch {
    return null
  }
  if (event.name === 'mail') {
    const { success, data: mail } = mailRow.safeParse(data)
    return success ? { mail } : null
  }
  if (event.name === 'sent') {
    const { success, data: sent } = sentChange.safeParse(data)
    return success ? { sent } : null
  }
  if (event.name === 'changed') {
    const { success, data: changed } = mailsChanged.safeParse(data)
    return success ? { changed } : null
  }
  // Too much was missed to be told one by one.
  if (event.name === 'reload') return { reload: true }
  if (event.name !== 'unread' || typeof data !== 'object' || data === null) return null
  if (!('mailboxId' in data) || typeof data.mailboxId !== 'string') return null
  if (!('unread' in data) || typeof data.unread !== 'number') return null
  return { mailboxId: data.mailboxId, unread: data.unread }
}

type Told = {
  onMails: (mails: readonly MailRow[]) => void
  /** Of many mailboxes it is told one after another that many of their mails changed. */
  askAnewSoon: () => void
}

/**
 * Mails that came go into the lists in one step, and of how many are unread only the last word counts: neither changes what
 * the other says. All else is done where it stands, after what was said before it.
 */
export function hearEvents(cache: MailCache, events: readonly SseEvent[], told: Told): void {
  let mails: MailRow[] = []
  const unread = new Map<string, number>()
  const settle = () => {
    const came = mails
    mails = []
    if (came.length > 0) receive(cache, came)
    for (const [mailboxId, count] of unread) setUnread(cache, mailboxId, count)
    unread.clear()
    if (came.length > 0) told.onMails(came)
  }
  for (const event of events) {
    if (event.name === 'domain') {
      hearDomainEvent(cache.client, event)
      continue
    }
    const said = readEvent(event)
    if (said === null) continue
    if ('mail' in said) mails.push(said.mail)
    else if ('unread' in said) unread.set(said.mailboxId, said.unread)
    else {
      settle()
      if ('sent' in said) tellSent(cache, said.sent)
      else if ('reload' in said) askAnew(cache)
      else if (said.changed.ids === null) told.askAnewSoon()
      else changedElsewhere(cache, said.changed.ids, said.changed.change)
    }
  }
  settle()
}

function receive(cache: MailCache, mails: readonly MailRow[]): void {
  mailsArrived(cache, mails)
  void cache.client.invalidateQueries({ queryKey: figuresKey })
  for (const mailboxId of new Set(mails.map(mail => mail.mailboxId))) boxReceived(cache, mailboxId)
}

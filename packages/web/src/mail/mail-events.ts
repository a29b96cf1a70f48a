/** Events of mail: the meaning of each, and the changes on the page when several come together. */
import type { MailRow, MailsChanged } from '@yanshu/contract'
import { askAnew, boxReceived, changedElsewhere, type MailCache, mailsArrived, setUnread } from './cache.ts'
import { hearDomainEvent } from './domain-events.ts'
import type { SseEvent } from './events/sse-parser.ts'
import { figuresKey } from './mail-keys.ts'
import { type SentChange, tellSent } from './sent-cache.ts'

type Said = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Said => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'

/** Checks the fields that place a mail in the lists; the rest is trusted, like any answer of the server. */
const isMail = (data: Said): boolean =>
  [data.id, data.mailboxId, data.receivedAt, data.subject].every(isText) && isObject(data.from)

const isSentChange = (data: Said): boolean =>
  [data.id, data.mailboxId, data.state].every(isText) && (data.recipient === null || isObject(data.recipient))

function isMailsChanged({ ids, change }: Said): boolean {
  if (ids !== null && !(Array.isArray(ids) && ids.every(isText))) return false
  if (change === null) return true
  return isObject(change) && (change.folder === undefined || isText(change.folder))
}

type MailEvent =
  | { mail: MailRow }
  | { mailboxId: string; unread: number }
  | { sent: SentChange }
  | { changed: MailsChanged }
  | { reload: true }
  | null

/** Reads an event; anything that is not in our form is ignored. */
export function readEvent(event: SseEvent): MailEvent {
  // Too many events were missed to send them one by one.
  if (event.name === 'reload') return { reload: true }
  let data: unknown
  try {
    data = JSON.parse(event.data)
  } catch {
    return null
  }
  if (!isObject(data)) return null
  if (event.name === 'mail') return isMail(data) ? { mail: data as MailRow } : null
  if (event.name === 'sent') return isSentChange(data) ? { sent: data as SentChange } : null
  if (event.name === 'changed') return isMailsChanged(data) ? { changed: data as MailsChanged } : null
  if (event.name !== 'unread' || !isText(data.mailboxId) || typeof data.unread !== 'number') return null
  return { mailboxId: data.mailboxId, unread: data.unread }
}

type Told = {
  onMails: (mails: readonly MailRow[]) => void
  /** Fetches again soon; several mailboxes may report large changes one after another. */
  askAnewSoon: () => void
}

/**
 * New mails go into the lists in one step, and only the last unread count of each mailbox matters, because
 * neither affects the other. All other events are applied in order, after the events before them.
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

/**
 * Webhooks: telling other systems that mail has arrived. A hook belongs to a system account or to one mailbox; what is
 * told is queued with the mail it is about, and delivered later by whichever node comes first. This folder knows
 * nothing of how mail is received or filtered: it is handed an event.
 */
import type { Person, SysRole, Webhook } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import type { LoggedIn } from '../../../kernel/call/caller.ts'
import { isoTime } from '../../../kernel/clock.ts'
import { cutText } from '../../../mail/text/cut-text.ts'
import { inboundWords } from '../../words/words.ts'
import type { WebhookDeliveryTable, WebhookTable } from './table.ts'

export type WebhookRow = Selectable<WebhookTable>
/** With the role of the account that it belongs to; null for a mailbox's. */
export type OwnedHook = WebhookRow & { owner_role: SysRole | null }
export type DeliveryRow = Selectable<WebhookDeliveryTable>
export type DeliveryState = DeliveryRow['state']

/** Tells every node that hooks have changed; the message is the id of one that was put right, or empty. */
export const webhooksChannel = 'webhooks'
/** The purpose for which signing secrets are sealed. */
export const secretPurpose = 'webhook'

export type HookOwner = { readonly kind: 'account' | 'mailbox'; readonly id: string }

export const ownerOf = (caller: LoggedIn): HookOwner =>
  caller.role === 'mailbox'
    ? { kind: 'mailbox', id: caller.mailboxId }
    : { kind: 'account', id: caller.accountId }

/** A mail that has just been stored in one mailbox. */
export type MailEvent = {
  readonly mailId: string
  readonly mailbox: { readonly id: string; readonly address: string; readonly owner_id: string | null }
  readonly from: Person
  readonly subject: string
  readonly preview: string
  readonly code: string | null
  readonly link: string | null
  readonly receivedAt: number
  /** Asked for by filters: told whether or not there is a code, and whichever mailbox they are set for. */
  readonly alsoWebhookIds?: readonly string[]
}

/** The content of a notice; it is also the exact body that a hook of kind `generic` gets. */
export type Notice = {
  readonly event: 'mail' | 'test' | 'order' | 'site'
  readonly id: string
  readonly mailbox: string
  readonly from: Person
  readonly subject: string
  readonly preview: string
  readonly code: string | null
  readonly link: string | null
  readonly receivedAt: string
}

const maxSubject = 500
const maxPreview = 1000
const maxLink = 4000

const shortened = (text: string, length: number): string => cutText(text, length).toWellFormed()

export const noticeOf = (event: MailEvent): Notice => ({
  event: 'mail',
  id: event.mailId,
  mailbox: event.mailbox.address,
  from: { name: shortened(event.from.name, maxSubject), address: shortened(event.from.address, maxSubject) },
  subject: shortened(event.subject, maxSubject),
  preview: shortened(event.preview, maxPreview),
  code: event.code,
  // Half a link is worse than none.
  link: event.link !== null && event.link.length <= maxLink ? event.link : null,
  receivedAt: isoTime(event.receivedAt),
})

/** Something about an order that the operator should know. */
export type OrderNews = {
  readonly id: string
  readonly address: string
  readonly headline: string
  readonly text: string
}

export const orderNotice = (news: OrderNews, now: number): Notice => ({
  event: 'order',
  id: news.id,
  mailbox: news.address,
  from: { name: inboundWords.shop, address: '' },
  subject: shortened(news.headline, maxSubject),
  preview: shortened(news.text, maxPreview),
  code: null,
  link: null,
  receivedAt: isoTime(now),
})

/** Something about the site itself that its admins should know. */
export type SiteNews = Pick<OrderNews, 'id' | 'headline' | 'text'>

export const siteNotice = (news: SiteNews, now: number): Notice => ({
  ...orderNotice({ ...news, address: '' }, now),
  event: 'site',
  from: { name: inboundWords.product, address: '' },
})

/** The notice that the test button sends. */
export const testNotice = (id: string, mailbox: string, now: number): Notice => ({
  event: 'test',
  id,
  mailbox,
  from: { name: inboundWords.product, address: mailbox },
  subject: inboundWords.testNoticeSubject,
  preview: inboundWords.testNoticeText,
  code: '123456',
  link: null,
  receivedAt: isoTime(now),
})

export const shownHook = (
  row: WebhookRow & { last_state: DeliveryState | null; for_address: string | null },
): Webhook => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  url: row.url,
  chatId: row.chat_id,
  onlyCode: row.only_code === 1,
  mailbox: row.for_mailbox_id,
  mailboxAddress: row.for_address,
  enabled: row.enabled === 1,
  createdAt: isoTime(row.created_at),
  lastState: row.last_state,
})

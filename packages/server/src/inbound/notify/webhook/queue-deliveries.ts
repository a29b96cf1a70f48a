/** Queues what hooks are to be told of a mail, in the transaction that stores the mail: both happen or neither. */
import type { Tx } from '../../../database/types.ts'
import { newId } from '../../../kernel/ids.ts'
import { insertDeliveries } from './delivery-repository.ts'
import type { HooksToTell, HookToTell } from './hook-cache.ts'
import { hooksStillThere, listTellable } from './repository.ts'
import {
  type MailEvent,
  type Notice,
  noticeOf,
  type OrderNews,
  orderNotice,
  type SiteNews,
  siteNotice,
} from './webhook.ts'

function wants(hook: HookToTell, { code, alsoWebhookIds }: MailEvent): boolean {
  if (alsoWebhookIds?.includes(hook.id)) return true
  return !hook.elsewhere && (code !== null || !hook.onlyCode)
}

/** How many were queued; when it is not 0, kick the deliverer after the commit. */
export async function queueDeliveries(
  tx: Tx,
  hooks: HooksToTell,
  event: MailEvent,
  now: number,
): Promise<number> {
  const wanted = hooks.list.filter(hook => wants(hook, event)).map(hook => hook.id)
  return queueNotice(tx, wanted, hooks.lockRows, noticeOf(event), event.mailId, now)
}

/** Queues news of an order for the hooks of admins and of the one who sells; those for codes or one mailbox are not meant. */
export async function queueOrderNews(
  tx: Tx,
  news: OrderNews,
  sellerId: string | null,
  lockRows: boolean,
  now: number,
): Promise<number> {
  const wanted = await hooksForMatters(tx, sellerId)
  return queueNotice(tx, wanted, lockRows, orderNotice(news, now), null, now)
}

/** The same of the site itself, for admins. */
export async function queueSiteNews(tx: Tx, news: SiteNews, lockRows: boolean, now: number): Promise<number> {
  return queueNotice(tx, await hooksForMatters(tx, null), lockRows, siteNotice(news, now), null, now)
}

async function hooksForMatters(tx: Tx, sellerId: string | null): Promise<string[]> {
  const wanted = (await listTellable(tx)).filter(
    hook =>
      hook.only_code === 0 &&
      hook.for_mailbox_id === null &&
      (hook.role === 'admin' || (sellerId !== null && hook.account_id === sellerId)),
  )
  return wanted.map(hook => hook.id)
}

async function queueNotice(
  tx: Tx,
  wanted: readonly string[],
  lockRows: boolean,
  notice: Notice,
  mailId: string | null,
  now: number,
): Promise<number> {
  if (wanted.length === 0) return 0
  // A hook that was deleted a moment ago must not take the mail with it.
  const ids = await hooksStillThere(tx, wanted, lockRows)
  const payload = JSON.stringify(notice)
  const rows = ids.map(webhookId => ({
    id: newId(now),
    webhook_id: webhookId,
    created_at: now,
    state: 'waiting' as const,
    attempts: 0,
    status: null,
    detail: '',
    next_at: now,
    payload,
    mail_id: mailId,
  }))
  await insertDeliveries(tx, rows)
  return rows.length
}

/** Queues what hooks are to be told of a mail, in the transaction that stores the mail: both happen or neither. */
import type { Tx } from '../../../database/types.ts'
import { newId } from '../../../ids.ts'
import { insertDeliveries } from './delivery-repository.ts'
import type { HooksToTell, HookToTell } from './hook-cache.ts'
import { hooksStillThere } from './repository.ts'
import { type MailEvent, noticeOf } from './webhook.ts'

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
  if (wanted.length === 0) return 0
  // A hook that was deleted a moment ago must not take the mail with it.
  const ids = await hooksStillThere(tx, wanted, hooks.lockRows)
  const payload = JSON.stringify(noticeOf(event))
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
    mail_id: event.mailId,
  }))
  await insertDeliveries(tx, rows)
  return rows.length
}

/** A notification address between its form and the wire. Pure. */
import type { BodyOf, Calls, Webhook, WebhookKind } from '@yanshu/contract'
import { kindTexts } from '../../../../account/notice/kinds.ts'

export type HookValues = {
  name?: string
  kind: WebhookKind
  url: string
  chatId?: string
  mailbox: string | null
  onlyCode: boolean
}

type AddBody = BodyOf<Calls['addWebhook']>
type EditBody = BodyOf<Calls['editWebhook']>

export const newHook: HookValues = { kind: 'wecom', url: '', mailbox: null, onlyCode: false }

export const valuesOf = ({ name, kind, url, chatId, mailbox, onlyCode }: Webhook): HookValues => ({
  name,
  kind,
  url,
  chatId,
  mailbox,
  onlyCode,
})

/**
 * Returns the complete values of the form: without a name it gets that of its kind, and only Telegram has
 * chats.
 */
function written(values: HookValues) {
  return {
    name: values.name?.trim() || kindTexts[values.kind].word,
    kind: values.kind,
    url: values.url.trim(),
    chatId: values.kind === 'telegram' ? (values.chatId ?? '').trim() : '',
    mailbox: values.mailbox,
    onlyCode: values.onlyCode,
  }
}

export const bodyToAdd = (values: HookValues): AddBody => ({ ...written(values), enabled: true })

/** Returns only the changed fields. A hook that now gets signed needs a secret that its owner has seen. */
export function bodyToEdit(hook: Webhook, values: HookValues): EditBody {
  const after = written(values)
  const changed = Object.entries(after).filter(([name, value]) => hook[name as keyof typeof after] !== value)
  const signedNow = after.kind === 'generic' && hook.kind !== 'generic'
  return { id: hook.id, ...Object.fromEntries(changed), ...(signedNow && { newSecret: true }) }
}

/** Whether there is anything in it to save. */
export const isChange = (body: EditBody): boolean => Object.keys(body).length > 1

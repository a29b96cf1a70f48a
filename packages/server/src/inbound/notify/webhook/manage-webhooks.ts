/**
 * Lets owners manage their hooks. Somebody else's hook, and a mailbox out of reach, look as if they did not
 * exist.
 */
import { randomBytes } from 'node:crypto'
import { flag } from '../../../database/schema.ts'
import type { Db, Query } from '../../../database/types.ts'
import { mailboxScope } from '../../../identity/access.ts'
import { AppError, invalidField } from '../../../kernel/app-error.ts'
import type { LoggedIn } from '../../../kernel/call/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { findScopedMailbox } from '../../../mailbox/account/mailboxes.ts'
import { checkSavedUrl } from '../../../outside/check-saved-url.ts'
import { inboundWords } from '../../words/words.ts'
import { stoppedDetail } from './deliver-webhooks.ts'
import { failWaiting } from './delivery-repository.ts'
import type { HookCache } from './hook-cache.ts'
import type { HookWays } from './hook-ways.ts'
import {
  countHooks,
  deleteHooks,
  findOwnHook,
  type HookChange,
  insertHook,
  lockHookOwner,
  updateHook,
} from './repository.ts'
import { ownerOf, secretPurpose, type WebhookRow } from './webhook.ts'

export type HookDeps = {
  db: Db
  clock: Clock
  secrets: Secrets
  hooks: Pick<HookCache, 'changed'>
  ways: HookWays
  /** How many hooks one owner may have. */
  maxHooks: () => Promise<number>
}

export type HookFields = {
  name: string
  kind: WebhookRow['kind']
  url: string
  chatId?: string | undefined
  onlyCode: boolean
  mailbox: string | null
  enabled: boolean
}

export type HookEdit = { [Field in keyof HookFields]?: HookFields[Field] | undefined } & {
  id: string
  newSecret?: true | undefined
}

export type StoredHook = NonNullable<Awaited<ReturnType<typeof findOwnHook>>>

const newSecret = (): string => randomBytes(32).toString('base64url')

function checkChat(kind: WebhookRow['kind'], chatId: string): void {
  if (kind === 'telegram' && chatId === '') throw invalidField('chatId', inboundWords.chatIdMissing)
}

/** The address of the mailbox that a hook is set for, if for one. */
async function checkMailbox(
  query: Query,
  caller: LoggedIn,
  mailboxId: string | null,
): Promise<string | null> {
  if (mailboxId === null) return null
  const mailbox = await findScopedMailbox(query, mailboxScope(caller), mailboxId)
  if (!mailbox) throw new AppError('notFound')
  return mailbox.address
}

export async function addHook(
  deps: HookDeps,
  caller: LoggedIn,
  fields: HookFields,
): Promise<{ hook: StoredHook; secret: string }> {
  const owner = ownerOf(caller)
  const address = await checkMailbox(deps.db.query, caller, fields.mailbox)
  checkSavedUrl('url', fields.url, deps.ways(caller.role).isAllowed)
  checkChat(fields.kind, fields.chatId ?? '')
  const maxHooks = await deps.maxHooks()
  const secret = newSecret()
  const now = deps.clock.now()
  const row: WebhookRow = {
    id: newId(now),
    account_id: owner.kind === 'account' ? owner.id : null,
    mailbox_id: owner.kind === 'mailbox' ? owner.id : null,
    name: fields.name,
    kind: fields.kind,
    url: fields.url,
    chat_id: fields.chatId ?? '',
    secret: deps.secrets.seal(secretPurpose, secret),
    only_code: flag(fields.onlyCode),
    for_mailbox_id: fields.mailbox,
    enabled: flag(fields.enabled),
    created_at: now,
  }
  await deps.db.transaction(async tx => {
    if (deps.db.kind === 'postgres') await lockHookOwner(tx, owner)
    if ((await countHooks(tx, owner)) >= maxHooks) {
      throw new AppError('limitReached', { msg: inboundWords.tooManyHooks(maxHooks) })
    }
    await insertHook(tx, row)
  })
  await deps.hooks.changed()
  const owner_role = caller.role === 'mailbox' ? null : caller.role
  return { hook: { ...row, owner_role, last_state: null, for_address: address }, secret }
}

function changeOf(edit: HookEdit, sealedSecret: string | null): HookChange {
  const change: HookChange = {}
  if (edit.name !== undefined) change.name = edit.name
  if (edit.kind !== undefined) change.kind = edit.kind
  if (edit.url !== undefined) change.url = edit.url
  if (edit.chatId !== undefined) change.chat_id = edit.chatId
  if (edit.onlyCode !== undefined) change.only_code = flag(edit.onlyCode)
  if (edit.mailbox !== undefined) change.for_mailbox_id = edit.mailbox
  if (edit.enabled !== undefined) change.enabled = flag(edit.enabled)
  if (sealedSecret !== null) change.secret = sealedSecret
  return change
}

export async function editHook(
  deps: HookDeps,
  caller: LoggedIn,
  edit: HookEdit,
): Promise<{ hook: StoredHook; secret: string | null }> {
  const owner = ownerOf(caller)
  const secret = edit.newSecret ? newSecret() : null
  const change = changeOf(edit, secret === null ? null : deps.secrets.seal(secretPurpose, secret))
  const hook = await deps.db.transaction(async tx => {
    const before = await findOwnHook(tx, owner, edit.id)
    if (!before) throw new AppError('notFound')
    await checkMailbox(tx, caller, edit.mailbox ?? null)
    if (edit.url !== undefined) checkSavedUrl('url', edit.url, deps.ways(caller.role).isAllowed)
    checkChat(edit.kind ?? before.kind, edit.chatId ?? before.chat_id)
    await updateHook(tx, before.id, change)
    if (edit.enabled === false) await failWaiting(tx, before.id, stoppedDetail)
    const after = await findOwnHook(tx, owner, edit.id)
    if (!after) throw new AppError('notFound')
    return after
  })
  await deps.hooks.changed(hook.id)
  return { hook, secret }
}

export async function removeHooks(deps: HookDeps, caller: LoggedIn, ids: readonly string[]): Promise<number> {
  const wanted = [...new Set(ids)]
  const deleted = await deps.db.transaction(async tx => {
    const count = await deleteHooks(tx, ownerOf(caller), wanted)
    if (count !== wanted.length) throw new AppError('notFound')
    return count
  })
  await deps.hooks.changed()
  return deleted
}

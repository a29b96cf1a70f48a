/** Takes sent mail back, retries it, deletes it, or turns it into a draft again. */
import type { Draft } from '@yanshu/contract'
import { mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { ownerKey } from '../../kernel/call/caller.ts'
import { day } from '../../kernel/clock.ts'
import { giveBackSends } from '../queue/enqueue.ts'
import { countDown, holdOutgoing, type RecipientRow, recipientsOf } from '../queue/repository.ts'
import { type UploadDeps, uploadBytes } from '../upload/upload-file.ts'
import { outboundWords } from '../words/words.ts'
import { newDraft } from './draft.ts'
import { loadSent, type ReadSentDeps } from './read-sent.ts'
import { countedAgainst } from './sender.ts'
import {
  cancelWaiting,
  endedSent,
  findListedSent,
  type ListedSent,
  removeSent,
  retryWaiting,
} from './sent-repository.ts'

export type ChangeSentDeps = ReadSentDeps &
  UploadDeps & {
    kick(): void
    tellNew(outgoingId: string): Promise<void>
  }

const removedAtOnce = 200
/** Forwards and automatic answers are kept only for as long as somebody may ask about one. */
const automaticKeptMs = 3 * day

async function find(deps: ChangeSentDeps, caller: LoggedIn, id: string): Promise<ListedSent> {
  const mail = await findListedSent(deps.db.query, mailboxScope(caller), id)
  if (!mail) throw new AppError('notFound')
  return mail
}

const neverTried = ({ state, attempts }: RecipientRow): boolean => state === 'cancelled' && attempts === 0

export async function cancelSent(
  deps: ChangeSentDeps,
  caller: LoggedIn,
  id: string,
  toDraft: boolean,
): Promise<{ cancelled: number; left: number; draftId: string | null }> {
  const mail = await find(deps, caller, id)
  const { cancelled, left } = await deps.db.transaction(async tx => {
    await holdOutgoing(tx, deps.db.kind, id)
    const count = await cancelWaiting(tx, id)
    await countDown(tx, id, count)
    const recipients = await recipientsOf(tx, [id])
    if (count > 0 && recipients.every(neverTried))
      await giveBackSends(
        tx,
        countedAgainst(mail, caller.role === 'mailbox'),
        recipients.length,
        mail.created_at,
      )
    return { cancelled: count, left: recipients.filter(({ state }) => state !== 'cancelled').length }
  })
  if (cancelled === 0) throw new AppError('conflict', { msg: outboundWords.tooLateToCancel })
  const whole = toDraft && left === 0
  const draftId = whole ? (await redraft(deps, caller, id, () => true)).id : null
  // The mail never left and is a draft again, so the sent copy is removed.
  if (whole) await deleteSent(deps, caller, [id])
  else await deps.tellNew(id)
  return { cancelled, left, draftId }
}

export async function retrySent(deps: ChangeSentDeps, caller: LoggedIn, id: string): Promise<number> {
  await find(deps, caller, id)
  const count = await deps.db.transaction(tx => retryWaiting(tx, id, deps.clock.now()))
  deps.kick()
  await deps.tellNew(id)
  return count
}

/** Deletes all of them or none. */
export async function deleteSent(
  deps: ChangeSentDeps,
  caller: LoggedIn,
  ids: readonly string[],
): Promise<number> {
  const wanted = [...new Set(ids)]
  for (const id of wanted) await find(deps, caller, id)
  const keys = await deps.db.transaction(tx => removeSent(tx, deps.db.kind, wanted))
  if (keys === null) throw new AppError('conflict', { msg: outboundWords.cancelFirst })
  for (const key of keys) await deps.blobs.remove(key)
  return wanted.length
}

/** For a mail program that removed them from its folder; one that waits in the queue by now keeps all of them. */
export async function removeSentRows(
  deps: Pick<ChangeSentDeps, 'db' | 'blobs'>,
  ids: readonly string[],
): Promise<void> {
  const keys = await deps.db.transaction(tx => removeSent(tx, deps.db.kind, ids))
  for (const key of keys ?? []) await deps.blobs.remove(key)
}

const typedAs = (
  recipients: readonly RecipientRow[],
  shown: readonly string[],
  kind: RecipientRow['kind'],
) => {
  const named = new Map(shown.map(text => [/<([^<>]+)>$/.exec(text)?.[1] ?? text, text]))
  return recipients
    .filter(recipient => recipient.kind === kind)
    .map(({ address }) => named.get(address) ?? address)
}

async function redraft(
  deps: ChangeSentDeps,
  caller: LoggedIn,
  id: string,
  wanted: (recipient: RecipientRow) => boolean,
): Promise<Draft> {
  const { row, raw } = await loadSent(deps, caller, id)
  const owner = ownerKey(caller)
  const recipients = (await recipientsOf(deps.db.query, [id])).filter(wanted)
  const shown = [...(JSON.parse(row.to_list) as string[]), ...(JSON.parse(row.cc_list) as string[])]
  const taken = await deps.pool.run('redraft', { raw })
  let { html } = taken
  const files: string[] = []
  for (const file of taken.files) {
    const kept = await uploadBytes(deps, owner, { filename: file.filename, bytes: Buffer.from(file.bytes) })
    files.push(kept.id)
    if (file.cid !== null) html = html.replaceAll(`"cid:${file.cid}"`, `"cid:${kept.id}"`)
  }
  const content = {
    from: row.from_address,
    fromName: row.from_name,
    to: typedAs(recipients, shown, 'to'),
    cc: typedAs(recipients, shown, 'cc'),
    bcc: typedAs(recipients, shown, 'bcc'),
    subject: row.subject,
    html,
    inReplyTo: null,
  }
  return newDraft(deps, owner, content, files)
}

export async function editSentAsNew(
  deps: ChangeSentDeps,
  caller: LoggedIn,
  id: string,
  onlyBounced: boolean,
): Promise<Draft> {
  await find(deps, caller, id)
  return redraft(deps, caller, id, ({ state }) => !onlyBounced || state === 'bounced')
}

export async function sweepSent(
  deps: Pick<ChangeSentDeps, 'db' | 'blobs' | 'clock' | 'site'>,
): Promise<void> {
  const { sentDays } = await deps.site.read()
  const now = deps.clock.now()
  const before = { mail: sentDays === 0 ? null : now - sentDays * day, automatic: now - automaticKeptMs }
  for (;;) {
    const ids = await endedSent(deps.db.query, before, removedAtOnce)
    if (ids.length === 0) return
    const keys = await deps.db.transaction(tx => removeSent(tx, deps.db.kind, ids))
    for (const key of keys ?? []) await deps.blobs.remove(key)
    if (keys === null || ids.length < removedAtOnce) return
  }
}

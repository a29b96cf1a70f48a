import { asAccount, asLoggedIn } from '../identity/access.ts'
import { AppError } from '../kernel/app-error.ts'
import { ownerKey } from '../kernel/call/caller.ts'
import { fileHeaders } from '../kernel/call/file-headers.ts'
import { type Handlers, RawAnswer } from '../kernel/call/handlers.ts'
import { day } from '../kernel/clock.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { peek } from '../ledger/throttle/throttle.ts'
import { type ReadDeps, readAttachment, readMail } from '../mailbox/mail/read-mail.ts'
import { answerInvitation } from './compose/answer-invitation.ts'
import { cancelSent, deleteSent, editSentAsNew, retrySent } from './compose/change-sent.ts'
import { findContacts } from './compose/contacts.ts'
import { deleteDrafts, listDrafts, readDraft, saveDraft } from './compose/draft.ts'
import { listSent, loadSent, readSent, readSentAttachment } from './compose/read-sent.ts'
import { type SendDeps, sendMail } from './compose/send-mail.ts'
import { dayLimits, listSenders } from './compose/sender.ts'
import { readSignature, setSignature } from './compose/signature.ts'
import type { Deliverer } from './deliver/delivery.ts'
import { setForwarding, showForwarding } from './forward/forwarding.ts'
import { sendsKey } from './queue/enqueue.ts'
import { liftStop } from './queue/lift-stop.ts'
import {
  changeQueue,
  deleteSuppressions,
  pauseQueue,
  showQueue,
  showSuppressions,
} from './queue/operate-queue.ts'
import { deleteRelay, listRelays, setRelay, testRelay } from './queue/relay.ts'
import { setAutoReply, showAutoReply } from './reply/auto-reply.ts'
import { listStops, stopOf } from './stop/shown-stops.ts'
import { deleteUploads, readUpload, shownUpload, uploadBytes, uploadFile } from './upload/upload-file.ts'

const sendersShown = 200

export function outboundRoutes(
  deps: SendDeps &
    ReadDeps &
    Pick<Deliverer, 'tryRelay'> & { secrets: Secrets; automaticChanged(): Promise<void> },
) {
  const { db, clock, site } = deps
  return {
    sendEmail: ({ body, caller }) => sendMail(deps, asLoggedIn(caller), body),

    answerInvitation: ({ body, caller }) => answerInvitation(deps, asLoggedIn(caller), body),

    getSentEmail: ({ query, caller }) => listSent(deps, asLoggedIn(caller), query),

    getSent: async ({ params, caller }) => ({ mail: await readSent(deps, asLoggedIn(caller), params.id) }),

    async getSentSource({ params, caller }) {
      const { raw } = await loadSent(deps, asLoggedIn(caller), params.id)
      return new RawAnswer(fileHeaders(`${params.id}.eml`, 'message/rfc822'), raw)
    },

    async getSentAttachment({ params, caller }) {
      const file = await readSentAttachment(deps, asLoggedIn(caller), params.id, params.attachmentId)
      return new RawAnswer(fileHeaders(file.filename, file.contentType), file.bytes)
    },

    delSentEmail: async ({ body, caller }) => ({
      deleted: await deleteSent(deps, asLoggedIn(caller), body.ids),
    }),

    cancelSent: ({ body, caller }) => cancelSent(deps, asLoggedIn(caller), body.id, body.toDraft ?? false),

    retrySent: async ({ body, caller }) => ({ queued: await retrySent(deps, asLoggedIn(caller), body.id) }),

    editSentAsNew: async ({ body, caller }) => ({
      draft: await editSentAsNew(deps, asLoggedIn(caller), body.id, body.onlyBounced ?? false),
    }),

    async getSenders({ query, caller }) {
      const me = asLoggedIn(caller)
      const settings = await site.read()
      const { name, signature } = await readSignature(db, me)
      const own =
        me.role === 'mailbox'
          ? await dayLimits(deps, { id: me.mailboxId, owner_id: null }, true)
          : [{ key: ownerKey(me), limit: me.limits.sendsPerDay }]
      const [limit] = own
      const key = sendsKey(limit?.key ?? '')
      const sent = (await peek(db.query, [key], day, clock.now())).get(key)?.count ?? 0
      return {
        list: await listSenders(deps, me, query.q, sendersShown),
        name,
        signature,
        sentToday: sent,
        sendsPerDay: limit?.limit ?? null,
        maxMessageMb: settings.maxMessageMb,
        undoSeconds: settings.undoSeconds,
        stopped: await stopOf(db, me),
      }
    },

    getContacts: async ({ query, caller }) => ({ list: await findContacts(db, asLoggedIn(caller), query.q) }),

    setSignature: ({ body, caller }) => setSignature(deps, asLoggedIn(caller), body),

    saveDraft: async ({ body, caller }) => ({ draft: await saveDraft(deps, asLoggedIn(caller), body) }),

    getDrafts: ({ query, caller }) => listDrafts(deps, asLoggedIn(caller), query),

    getDraft: async ({ params, caller }) => ({ draft: await readDraft(deps, asLoggedIn(caller), params.id) }),

    delDraft: async ({ body, caller }) => ({
      deleted: await deleteDrafts(deps, asLoggedIn(caller), body.ids),
    }),

    async uploadFile({ caller, file }) {
      if (!file) throw new AppError('wrongContentType')
      return uploadFile(deps, asLoggedIn(caller), await file())
    },

    async attachFromEmail({ body, caller }) {
      const me = asLoggedIn(caller)
      const { attachments } = await readMail(deps, me, body.id)
      const wanted = body.attachments ?? attachments.map(({ id }) => id)
      const list = []
      for (const id of wanted) {
        const { filename, bytes } = await readAttachment(deps, me, body.id, id)
        list.push(shownUpload(await uploadBytes(deps, ownerKey(me), { filename, bytes })))
      }
      return { list }
    },

    async getFile({ params, caller }) {
      const { row, bytes } = await readUpload(deps, asLoggedIn(caller), params.id)
      return new RawAnswer(fileHeaders(row.filename, row.content_type), bytes)
    },

    delFile: async ({ body, caller }) => ({
      deleted: await deleteUploads(deps, asLoggedIn(caller), body.ids),
    }),

    getQueue: ({ query, caller }) => showQueue(deps, asAccount(caller), query),

    async pauseQueue({ body, caller }) {
      await pauseQueue(deps, asAccount(caller), body)
      return { paused: body.paused }
    },

    changeQueue: async ({ caller, body }) => ({
      changed: await changeQueue(deps, asAccount(caller), body.ids, body.action),
    }),

    getSendStops: async () => ({ list: await listStops(db) }),

    async liftSendStop({ body, caller }) {
      await liftStop(deps, asAccount(caller), body)
      return {}
    },

    getSuppressions: ({ query, caller }) => showSuppressions(deps, asLoggedIn(caller), query),

    delSuppression: async ({ body, caller }) => ({
      deleted: await deleteSuppressions(deps, asLoggedIn(caller), body.ids),
    }),

    getForwarding: async ({ query, caller }) => ({
      forwarding: await showForwarding(db, asLoggedIn(caller), query.mailbox),
    }),

    setForwarding: async ({ body, caller }) => ({
      forwarding: await setForwarding(deps, asLoggedIn(caller), body),
    }),

    getAutoReply: async ({ query, caller }) => ({
      autoReply: await showAutoReply(db, asLoggedIn(caller), query.mailbox),
    }),

    setAutoReply: async ({ body, caller }) => ({
      autoReply: await setAutoReply(deps, asLoggedIn(caller), body),
    }),

    getRelays: async () => ({ list: await listRelays(deps) }),

    setRelay: async ({ body, caller }) => ({ relay: await setRelay(deps, asAccount(caller), body) }),

    testRelay: ({ body, signal }) => testRelay(deps, body, signal),

    delRelay: async ({ body, caller }) => ({
      deleted: await deleteRelay(deps, asAccount(caller), body.domain ?? ''),
    }),
  } satisfies Partial<Handlers>
}

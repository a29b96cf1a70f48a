import { createECDH } from 'node:crypto'
import { flag } from '../../../database/schema.ts'
import type { Db } from '../../../database/types.ts'
import { asLoggedIn } from '../../../identity/access.ts'
import { AppError } from '../../../kernel/app-error.ts'
import type { Caller } from '../../../kernel/call/caller.ts'
import type { Handlers } from '../../../kernel/call/handlers.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Secrets } from '../../../kernel/secrets.ts'
import { checkSavedUrl } from '../../../outside/check-saved-url.ts'
import { inboundWords } from '../../words/words.ts'
import { authPurpose, type Pusher } from './push.ts'
import { findSubscription, removeSubscription, replaceSubscription } from './repository.ts'
import type { Vapid } from './vapid.ts'

const sampleCode = '123456'

type Deps = {
  db: Db
  clock: Clock
  secrets: Secrets
  vapid: Vapid
  pusher: Pusher
  /** Decides to which addresses messages may be sent. */
  isAllowed: (address: string) => boolean
}

/** The session is what a subscription belongs to; the contract lets nobody in without one. */
function sessionOf(caller: Caller) {
  const me = asLoggedIn(caller)
  if (me.sessionId === null) throw new AppError('forbidden')
  const owner =
    me.role === 'mailbox'
      ? { sys_account_id: null, mailbox_id: me.mailboxId }
      : { sys_account_id: me.accountId, mailbox_id: null }
  return { sessionId: me.sessionId, owner }
}

/** A point that is not on the curve would make every message to it fail. */
function checkKey(p256dh: string): void {
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'))
  } catch {
    throw new AppError('invalidInput', { fields: { p256dh: inboundWords.pushKeyBad } })
  }
}

export function pushRoutes({ db, clock, secrets, vapid, pusher, isAllowed }: Deps) {
  return {
    async getPush({ caller }) {
      const row = await findSubscription(db.query, sessionOf(caller).sessionId)
      return { publicKey: vapid.publicKey, subscribed: row !== undefined, onlyCode: row?.only_code === 1 }
    },

    async setPush({ body, caller }) {
      const { sessionId, owner } = sessionOf(caller)
      checkSavedUrl('endpoint', body.endpoint, isAllowed)
      checkKey(body.p256dh)
      const now = clock.now()
      await db.transaction(tx =>
        replaceSubscription(tx, {
          id: newId(now),
          session_id: sessionId,
          ...owner,
          endpoint: body.endpoint,
          public_key: body.p256dh,
          auth_secret: secrets.seal(authPurpose, body.auth),
          only_code: flag(body.onlyCode),
          created_at: now,
        }),
      )
      return {}
    },

    async delPush({ caller }) {
      const { sessionId } = sessionOf(caller)
      await db.transaction(tx => removeSubscription(tx, sessionId))
      return {}
    },

    async testPush({ caller }) {
      const row = await findSubscription(db.query, sessionOf(caller).sessionId)
      if (!row) throw new AppError('notFound', { msg: inboundWords.pushNotOn })
      const note = {
        title: inboundWords.codeTitle(sampleCode),
        body: inboundWords.pushTest,
        code: sampleCode,
        mailId: null,
        address: '',
      }
      const result = await pusher.send(row, note)
      if (result !== 'sent') throw new AppError('remoteRefused', { msg: inboundWords.pushRefused })
      return {}
    },
  } satisfies Partial<Handlers>
}

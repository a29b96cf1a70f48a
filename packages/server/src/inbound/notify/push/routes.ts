import { createECDH } from 'node:crypto'
import { AppError } from '../../../app-error.ts'
import type { Clock } from '../../../clock.ts'
import { flag } from '../../../database/schema.ts'
import type { Db } from '../../../database/types.ts'
import type { Handlers } from '../../../http/handlers.ts'
import { asLoggedIn, type Caller } from '../../../identity/access.ts'
import { newId } from '../../../ids.ts'
import { checkSavedUrl } from '../../../outside/check-saved-url.ts'
import type { Secrets } from '../../../secrets.ts'
import { authPurpose, type Pusher } from './push.ts'
import { findSubscription, removeSubscription, replaceSubscription } from './repository.ts'
import type { Vapid } from './vapid.ts'

type Deps = {
  db: Db
  clock: Clock
  secrets: Secrets
  vapid: Vapid
  pusher: Pusher
  /** Which addresses messages may be sent to. */
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
    throw new AppError('invalidInput', { fields: { p256dh: '公钥不对' } })
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
      if (!row) throw new AppError('notFound', { msg: '还没有开启推送' })
      const note = {
        title: '验证码 123456',
        body: '这是一条测试推送',
        code: '123456',
        mailId: null,
        address: '',
      }
      const result = await pusher.send(row, note)
      if (result !== 'sent')
        throw new AppError('remoteRefused', { msg: '推送服务没有收下，请关闭后重新开启' })
      return {}
    },
  } satisfies Partial<Handlers>
}

/**
 * Looks at a sender after something of its mail was counted, and stops it when it sends as nobody should. Looked at after
 * the commit: of any number at once, the last to commit sees them all.
 */
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import type { Db, Query } from '../../database/types.ts'
import { findMailbox } from '../../identity/email-account/repository.ts'
import { findAccount } from '../../identity/sys-account/repository.ts'
import type { Log } from '../../log.ts'
import { writeNotice } from '../../operate/audit/write-audit.ts'
import type { SiteSettings } from '../../operate/setting/site-settings.ts'
import { findStop, insertStop, sentLately, usualDay } from './repository.ts'
import { judgeSending, mayBeTooMuch, stoppedMessage, stopWords } from './send-stop.ts'

export type WatchDeps = { db: Db; clock: Clock; log: Log; site: Pick<SiteSettings, 'read'> }

export type Sender = { kind: 'account' | 'mailbox'; id: string; name: string }

/** Whom a sender's key means. */
export async function senderOfKey(query: Query, key: string): Promise<Sender> {
  const [kind, id = ''] = key.split(':', 2)
  if (kind === 'mailbox') return { kind, id, name: (await findMailbox(query, id))?.address ?? '' }
  return { kind: 'account', id, name: (await findAccount(query, id))?.username ?? '' }
}

export async function watchSender(deps: WatchDeps, senderKey: string): Promise<void> {
  try {
    const rules = await deps.site.read()
    const now = deps.clock.now()
    const lately = await sentLately(deps.db.query, senderKey, now)
    const usual = mayBeTooMuch(lately, rules) ? await usualDay(deps.db.query, senderKey, now) : 0
    const cause = judgeSending({ lately, usual }, rules)
    if (cause === null) return
    const { name } = await senderOfKey(deps.db.query, senderKey)
    await deps.db.transaction(async tx => {
      if (!(await insertStop(tx, senderKey, cause, now))) return
      await writeNotice(tx, now, {
        action: 'sendingStopped',
        target: name,
        detail: `${stopWords(cause.reason)}：${cause.detail}`,
      })
      deps.log.warn({ sender: senderKey, reason: cause.reason }, 'a sender was stopped')
    })
  } catch (cause) {
    // The mail is queued all the same; the next that is counted looks again.
    deps.log.error({ err: cause, sender: senderKey }, 'a sender was not looked at')
  }
}

export async function refuseStopped(query: Query, senderKey: string, isOperator: boolean): Promise<void> {
  const stop = await findStop(query, senderKey)
  if (stop) throw new AppError('forbidden', { msg: stoppedMessage(stop.reason, isOperator) })
}

/**
 * Checks a sender after its mail was counted, and stops it when its sending looks abusive. The check comes
 * after the commit, so that of several commits at once the last one sees all counts.
 */

import type { Db, Query } from '../../database/types.ts'
import { findAccount } from '../../identity/sys-account/accounts.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { writeNotice } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { findMailbox } from '../../mailbox/account/mailboxes.ts'
import { findStop, insertStop, sentLately, usualDay } from './repository.ts'
import { judgeSending, mayBeTooMuch, stoppedMessage } from './send-stop.ts'

export type WatchDeps = { db: Db; clock: Clock; log: Log; site: Pick<SiteSettings, 'read'> }

export type Sender = { kind: 'account' | 'mailbox'; id: string; name: string }

/** Returns the account or mailbox that a sender's key names. */
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
        detail: fact('senderStopped', cause),
      })
      deps.log.warn({ sender: senderKey, reason: cause.reason }, 'a sender was stopped')
    })
  } catch (cause) {
    // The mail is queued all the same; the next count checks again.
    deps.log.error({ err: cause, sender: senderKey }, 'a sender was not looked at')
  }
}

export async function refuseStopped(query: Query, senderKey: string, isOperator: boolean): Promise<void> {
  const stop = await findStop(query, senderKey)
  if (stop) throw new AppError('forbidden', { msg: stoppedMessage(stop.reason, isOperator) })
}

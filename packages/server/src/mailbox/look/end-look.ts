/**
 * The end of a look: by leaving, by its time, or with the log-in in which it began. Whatever ended it, the audit log gets
 * its last step, and then the holder of the mailbox a letter about it.
 */
import type { Tx } from '../../database/types.ts'
import { deleteSessions } from '../../identity/session/sessions.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { day, minute } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { type AuditEntry, writeAudit, writeNotice } from '../../ledger/audit/write-audit.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { mailboxWords } from '../words/words.ts'
import type { LookDeps } from './look.ts'
import { type LookRow, looksByIds, looksToEnd, markEnded, settleTold, untoldLooks } from './repository.ts'

/** Nobody waits longer to be told; by then the mailbox has refused the letter many times. */
const triesFor = day
const portion = 100

/** `by`: the admin who left; null when it ended by itself. */
type End = { at: number; by: AccountCaller | null }

/** False when it had ended before. */
export async function closeLook(tx: Tx, { id }: Pick<LookRow, 'id'>, { at, by }: End): Promise<boolean> {
  const ended = await markEnded(tx, id, at)
  if (!ended) return false
  const how = by !== null ? 'left' : at >= ended.until ? 'time' : 'cut'
  const minutesLeft = Math.max(0, Math.round((ended.until - at) / minute))
  const detail = fact('lookEnded', { how, minutesLeft, mails: ended.mails, codes: ended.codes })
  const entry: AuditEntry = { action: 'endLook', target: ended.address, detail, partOf: ended.audit_id }
  if (by) await writeAudit(tx, by, at, entry)
  else await writeNotice(tx, at, entry)
  return true
}

export async function endLook(
  { db, clock }: LookDeps,
  caller: AccountCaller,
): Promise<{ mails: number; codes: number }> {
  const { look } = caller
  if (!look) throw new AppError('notFound')
  return db.transaction(async tx => {
    await deleteSessions(tx, { mailboxId: look.mailboxId }, { only: look.id })
    const [row] = await looksByIds(tx, [look.id])
    if (!row) throw new AppError('notFound')
    await closeLook(tx, row, { at: clock.now(), by: caller })
    return { mails: row.mails, codes: row.codes }
  })
}

/** Ends those whose time is over, or whose session ended in another way. */
export async function sweepLooks({ db, clock }: LookDeps): Promise<void> {
  const now = clock.now()
  for (const look of await looksToEnd(db.query, now, portion))
    await db.transaction(async tx => {
      await deleteSessions(tx, { mailboxId: look.mailbox_id }, { only: look.id })
      await closeLook(tx, look, { at: Math.min(now, look.until), by: null })
    })
}

/** Puts a letter into a mailbox, together with what must hold with it; throws when the mailbox does not take it. */
export type PostLetter = (
  letter: { to: string; subject: string; text: string },
  note: (tx: Tx) => Promise<boolean>,
) => Promise<void>

export type TellDeps = LookDeps & { log: Log; postLetter: PostLetter }

type Untold = Awaited<ReturnType<typeof untoldLooks>>[number]

const settle =
  ({ clock }: TellDeps, { id, address, audit_id: partOf }: Untold, told: 'told' | 'untold') =>
  async (tx: Tx): Promise<boolean> => {
    if (!(await settleTold(tx, id, told))) return false
    const detail = fact(told === 'told' ? 'lookTold' : 'lookNotTold', {})
    await writeNotice(tx, clock.now(), { action: 'endLook', target: address, detail, partOf })
    return true
  }

/** A letter of ours must not be the one after which a mailbox ends. */
async function tell(deps: TellDeps, look: Untold): Promise<void> {
  const { address, ended_at: endedAt } = look
  if (endedAt === null) return
  if (look.end_after_mails !== null) {
    await deps.db.transaction(settle(deps, look, 'untold'))
    return
  }
  const letter = mailboxWords.lookLetter({
    ...{ address, by: look.account_name, reason: look.reason, words: look.words },
    ...{ beganAt: look.began_at, endedAt, mails: look.mails, codes: look.codes },
  })
  try {
    await deps.postLetter({ to: address, ...letter }, settle(deps, look, 'told'))
  } catch (cause) {
    deps.log.info({ err: cause }, 'a mailbox did not take the letter about a look')
    if (deps.clock.now() - endedAt > triesFor) await deps.db.transaction(settle(deps, look, 'untold'))
  }
}

export async function tellHolders(deps: TellDeps): Promise<void> {
  for (const look of await untoldLooks(deps.db.query, portion)) await tell(deps, look)
}

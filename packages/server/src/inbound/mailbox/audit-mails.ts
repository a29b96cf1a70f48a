import type { Tx } from '../../database/types.ts'
import type { LoggedIn } from '../../identity/access.ts'
import { auditMailbox } from '../../identity/email-account/audit-mailbox.ts'
import { writeAudit } from '../../operate/audit/write-audit.ts'

/** What an admin does to mails in mailboxes that are not its own is written down. */

const mailboxesWith = (tx: Tx, ids: readonly string[]) =>
  tx
    .selectFrom('mailbox')
    .select(['id', 'owner_id', 'address'])
    .where('id', 'in', [...ids])
    .execute()

/** One line for each mailbox; the mailbox of each mail is given. */
export async function auditMails(
  tx: Tx,
  caller: LoggedIn,
  now: number,
  deed: { action: string; words: string; mailboxIds: readonly string[] },
): Promise<void> {
  if (caller.role !== 'admin' || deed.mailboxIds.length === 0) return
  const counts = new Map<string, number>()
  for (const id of deed.mailboxIds) counts.set(id, (counts.get(id) ?? 0) + 1)
  for (const mailbox of await mailboxesWith(tx, [...counts.keys()])) {
    const detail = `${deed.words} ${counts.get(mailbox.id)} 封`
    await auditMailbox(tx, caller, mailbox, now, { action: deed.action, detail })
  }
}

/** Deeds that take many steps are written down before the first; without a mailbox they concern everybody's. */
export async function auditSweep(
  tx: Tx,
  caller: LoggedIn,
  now: number,
  deed: { action: string; detail: string; mailboxId: string | undefined },
): Promise<void> {
  if (caller.role !== 'admin') return
  const { action, detail, mailboxId } = deed
  if (mailboxId === undefined) {
    await writeAudit(tx, caller, now, { action, target: '所有邮箱', detail })
    return
  }
  for (const mailbox of await mailboxesWith(tx, [mailboxId]))
    await auditMailbox(tx, caller, mailbox, now, { action, detail })
}

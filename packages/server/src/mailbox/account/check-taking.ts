/**
 * Where admins may not look at other people's mail, none gets it by making a mailbox an admin's own. Received mail stays in a
 * mailbox that is handed over.
 */
import type { SysRole } from '@yanshu/contract'
import { invalidField } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { mailboxWords } from '../words/words.ts'

type NewOwner = { id: string; role: SysRole } | null | undefined

export async function checkTaking(
  site: SiteSettings,
  caller: LoggedIn,
  /** The mailbox as far as it is known; of many none is. */
  mailbox: { owner_id: string | null; received: number } | null,
  owner: NewOwner,
): Promise<void> {
  if (caller.role !== 'admin' || owner?.role !== 'admin') return
  if (mailbox && (mailbox.owner_id === owner.id || mailbox.received === 0)) return
  if (!(await site.read()).lookAllowed) throw invalidField('ownerId', mailboxWords.takingForbidden)
}

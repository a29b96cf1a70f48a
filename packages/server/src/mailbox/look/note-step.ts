/** Notes down what an admin sees in somebody else's mailbox: which mail, never its subject or its text. */
import { type Folder, folders, type MailRow } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { isAccount } from '../../identity/access.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import { writeAudit } from '../../ledger/audit/write-audit.ts'
import { type Fact, fact } from '../../ledger/fact/fact.ts'
import type { AuditAction } from '../../ledger/words/acts.ts'
import { countSeen, looksByIds, noteStep } from './repository.ts'

export type StepDeps = { db: Db; clock: Clock }

type Step = { what: string; action: AuditAction; detail: Fact; counts?: 'mails' | 'codes' }

export const codeStep = (mailId: string): string => `code ${mailId}`

/** Once for each thing; what other callers see is their own affair. */
async function noteSeen({ db, clock }: StepDeps, caller: LoggedIn, step: Step): Promise<void> {
  if (!isAccount(caller) || !caller.look) return
  const { id } = caller.look
  await db.transaction(async tx => {
    const [look] = await looksByIds(tx, [id])
    if (!look || !(await noteStep(tx, id, step.what))) return
    if (step.counts) await countSeen(tx, id, step.counts)
    const { action, detail } = step
    const entry = { action, target: look.address, detail, partOf: look.audit_id }
    await writeAudit(tx, caller, clock.now(), entry)
  })
}

export const noteListSeen = (
  deps: StepDeps,
  caller: LoggedIn,
  folder: string,
  searched: boolean,
): Promise<void> =>
  noteSeen(deps, caller, {
    what: `list ${folder}${searched ? ' searched' : ''}`,
    action: 'getInbox',
    detail: fact('lookListed', { folder: placeOf(folder), searched }),
  })

/** A name that the holder gave is nobody else's business. */
const placeOf = (folder: string): Folder | 'starred' | 'own' =>
  folder === 'starred' ? folder : (folders.find(role => role === folder) ?? 'own')

/** Which mail: when it came, and from which domain. */
const namedMail = ({ receivedAt, from }: Pick<MailRow, 'receivedAt' | 'from'>) => ({
  receivedAt,
  domain: from.address.slice(from.address.lastIndexOf('@') + 1),
})

type SeenMail = Pick<MailRow, 'id' | 'receivedAt' | 'from'>

export const noteMailSeen = (deps: StepDeps, caller: LoggedIn, mail: SeenMail): Promise<void> =>
  noteSeen(deps, caller, {
    what: `mail ${mail.id}`,
    action: 'getEmail',
    detail: fact('lookRead', namedMail(mail)),
    counts: 'mails',
  })

export const noteUncovered = (deps: StepDeps, caller: LoggedIn, mail: SeenMail): Promise<void> =>
  noteSeen(deps, caller, {
    what: codeStep(mail.id),
    action: 'uncoverEmail',
    detail: fact('lookUncovered', namedMail(mail)),
    counts: 'codes',
  })

export const noteTraceSeen = (deps: StepDeps, caller: LoggedIn): Promise<void> =>
  noteSeen(deps, caller, { what: 'trace', action: 'getTrace', detail: fact('lookTraced', {}) })

import type { OwnedMailboxes } from '../../identity/manage/manage-sys-account.ts'
import { invalidField } from '../../kernel/app-error.ts'
import { hasReceived, mailboxesOnDomainsOf } from '../account/count-repository.ts'
import { mailboxIdsOf } from '../account/repository.ts'
import { mailboxWords } from '../words/words.ts'
import { type RemoveMailboxesDeps, removeMailboxes } from './remove-mailboxes.ts'

/** Mailboxes go one by one, since they may hold a great deal; an act that is interrupted there is simply repeated. */
export const ownedMailboxes = (deps: RemoveMailboxesDeps): OwnedMailboxes => ({
  strangersOnDomainsOf: accountId => mailboxesOnDomainsOf(deps.db.query, accountId),
  async removeAllOf(accountId) {
    const ids = await mailboxIdsOf(deps.db.query, [accountId])
    for (const id of ids) await removeMailboxes(deps, [id])
    return ids.length
  },
  async checkTaking(accountId) {
    if ((await deps.site.read()).lookAllowed) return
    if (await hasReceived(deps.db.query, accountId)) throw invalidField('owned', mailboxWords.takingForbidden)
  },
})

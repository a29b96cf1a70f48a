/** The mailboxes that stand on a domain, for the room of domains, which removes them before the domain. */
import type { RemoveDeps } from '../../domain/remove-domain.ts'
import { type RemoveMailboxesDeps, removeMailboxes } from './remove-mailboxes.ts'
import { countMailsOn, countStrangersOn, mailboxesOnDomain } from './repository.ts'

const portion = 50

export const mailboxesOn = (deps: RemoveMailboxesDeps): Pick<RemoveDeps, 'countOn' | 'removeSomeOn'> => ({
  async countOn({ id, owner_id }) {
    const [others, mails] = await Promise.all([
      countStrangersOn(deps.db.query, id, owner_id),
      countMailsOn(deps.db.query, id),
    ])
    return { others, mails }
  },
  async removeSomeOn(domainId, signal) {
    const ids = await mailboxesOnDomain(deps.db.query, domainId, portion)
    for (const id of ids) {
      if (signal.aborted) break
      await removeMailboxes(deps, [id])
    }
    return ids.length
  },
})

import { type Belonging, type Fate, holdersOwn, partOfIt } from '../ledger/life/belonging.ts'
import { domainIdsOf, giveDomains } from './repository.ts'

/** Domains of a removed account pass to its heir; without an heir they are removed too. */
const inherited: Fate = async (tx, { ids, to, also }) =>
  also('domain', to === null ? 'remove' : 'handOver', await domainIdsOf(tx, ids))

const handsOver: Fate = (tx, { ids, to }) => giveDomains(tx, ids, to)

export const domainBelongings: readonly Belonging[] = [
  { table: 'dkim_key', column: 'domain_id', of: 'domain', ...partOfIt, exported: false },
  { table: 'domain_report', column: 'domain_id', of: 'domain', ...partOfIt, exported: false },
  { table: 'domain_source', column: 'domain_id', of: 'domain', ...partOfIt, exported: false },
  { table: 'domain_record', column: 'domain_id', of: 'domain', ...partOfIt, exported: false },
  // The former holder's access to a DNS provider is not part of the domain.
  { table: 'dns_access', column: 'domain_id', of: 'domain', ...holdersOwn, exported: false },
  { table: 'dns_plan', column: 'domain_id', of: 'domain', ...holdersOwn, exported: false },
  { table: 'domain_claim', column: 'owner_id', of: 'account', ...holdersOwn, exported: false },
  {
    ...{ table: 'domain', column: 'owner_id', of: 'account', exported: false },
    ...{ handOver: 'stays', end: 'stays', remove: inherited },
  },
  {
    ...{ table: 'domain', column: 'id', of: 'domain', exported: false },
    ...{ handOver: handsOver, end: 'stays', remove: 'goes' },
  },
]

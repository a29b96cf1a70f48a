import type { Domain } from '@yanshu/contract'
import { asAccount } from '../identity/access.ts'
import type { Handlers } from '../kernel/call/handlers.ts'
import { isoTime, isoTimeOrNull } from '../kernel/clock.ts'
import { type AddDeps, addDomain } from './add-domain.ts'
import { checkDomain, checkedAtOf, recordsOf } from './check-domain.ts'
import { countCheck } from './check-limit.ts'
import { type DeliverabilityDeps, reportDeliverability } from './deliverability.ts'
import { isVerified, reachDomain, reachVerified } from './domain.ts'
import { editDomain } from './edit-domain.ts'
import { listKeys } from './key-repository.ts'
import { mailHostFor } from './mail-hosts.ts'
import { findAccess } from './plan-repository.ts'
import { listRecords, type RecordRow } from './record-repository.ts'
import { delDomain, type RemoveDeps } from './remove-domain.ts'
import { type ListedDomain, listDomains } from './repository.ts'
import { planOf, type SetDeps, setDns } from './set-dns.ts'
import { showReports } from './show-reports.ts'
import { stateOf, summarise } from './summary.ts'

export type DomainRouteDeps = SetDeps &
  AddDeps &
  RemoveDeps &
  DeliverabilityDeps & {
    /** Begins the removal of removed domains' contents. */
    sweepSoon(): void
  }

const shownDomain = (
  { names }: Pick<DomainRouteDeps, 'names'>,
  domain: ListedDomain,
  rows: readonly RecordRow[],
): Domain => ({
  id: domain.id,
  name: domain.name,
  ownerId: domain.owner_id,
  ownerName: domain.owner_name,
  verified: isVerified(domain),
  open: domain.open === 1,
  store: domain.store === 1,
  catchAll: domain.catch_all === 1,
  subdomains: domain.subdomains === 1,
  mailHost: mailHostFor(names, domain),
  ownMailHost: domain.mail_host,
  mailboxes: domain.mailboxes,
  ...summarise(rows),
  checkedAt: checkedAtOf(rows),
  createdAt: isoTime(domain.created_at),
})

export function domainRoutes(deps: DomainRouteDeps) {
  const shown = async (domain: ListedDomain): Promise<Domain> =>
    shownDomain(deps, domain, await listRecords(deps.db.query, [domain.id]))

  return {
    async getDomains({ query, caller }) {
      const me = asAccount(caller)
      const { rows, total } = await listDomains(deps.db.query, {
        ownerId: me.role === 'admin' ? null : me.accountId,
        q: query.q,
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
      })
      const records = await listRecords(
        deps.db.query,
        rows.map(row => row.id),
      )
      const ofDomain = Map.groupBy(records, record => record.domain_id)
      return { list: rows.map(row => shownDomain(deps, row, ofDomain.get(row.id) ?? [])), total }
    },

    async addDomain({ body, caller }) {
      const me = asAccount(caller)
      const id = await addDomain(deps, me, body.name)
      return { domain: await shown(await reachDomain(deps.db.query, me, id)) }
    },

    async editDomain({ body, caller }) {
      const me = asAccount(caller)
      await editDomain(deps, me, body)
      return { domain: await shown(await reachDomain(deps.db.query, me, body.id)) }
    },

    async delDomain({ body, caller }) {
      const dryRun = body.dryRun ?? false
      const loss = await delDomain(deps, asAccount(caller), { id: body.id, dryRun })
      if (!dryRun) deps.sweepSoon()
      return loss
    },

    async getDkim({ query, caller }) {
      const domain = await reachDomain(deps.db.query, asAccount(caller), query.id)
      const records = await recordsOf(deps, domain)
      const keys = await listKeys(deps.db.query, domain.id)
      return {
        domain: await shown(domain),
        records,
        keys: keys.map(key => ({
          selector: key.selector,
          algorithm: key.algorithm,
          state: key.state,
          retireAt: isoTimeOrNull(key.retire_at),
          createdAt: isoTime(key.created_at),
        })),
        plan: await planOf(deps, domain),
        remembered: (await findAccess(deps.db.query, domain.id))?.provider ?? null,
      }
    },

    async getDomainReports({ query, caller }) {
      const domain = await reachVerified(deps.db.query, asAccount(caller), query.id)
      return showReports({ query: deps.db.query, clock: deps.clock }, domain.id, Number(query.days ?? '30'))
    },

    async checkDNS({ body, caller }) {
      const me = asAccount(caller)
      const domain = await reachDomain(deps.db.query, me, body.id)
      await countCheck(deps, me.accountId, body.kinds)
      const records = await checkDomain(deps, domain, { kinds: body.kinds })
      return {
        records,
        state: stateOf(records),
        domain: await shown(await reachDomain(deps.db.query, me, body.id)),
      }
    },

    async setDNS({ body, caller }) {
      return setDns(deps, asAccount(caller), {
        id: body.id,
        step: body.step,
        provider: body.provider,
        credentials: body.credentials,
        remember: body.remember ?? false,
        planId: body.planId,
        skip: body.skip ?? [],
      })
    },

    async getDeliverability() {
      return reportDeliverability(deps)
    },
  } satisfies Partial<Handlers>
}

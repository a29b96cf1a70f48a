/** Connects the room of domains: its calls, its jobs, and the answers under the domains' own names. */
import type { Socket } from 'node:net'
import type { DnsRecord } from '@yanshu/contract'
import type { Db } from '../database/types.ts'
import type { Job } from '../jobs/scheduler.ts'
import { type Clock, day, minute } from '../kernel/clock.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import type { Log } from '../kernel/log.ts'
import { ownHeader } from '../kernel/proxied-ports.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { SayFact } from '../ledger/fact/fact.ts'
import type { SiteNames } from '../ledger/setting/site-names.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import { isPublicAddress } from '../outside/address-judge.ts'
import { addressGuard, dialHost } from '../outside/addresses.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import type { HostResolver } from '../outside/resolve-host.ts'
import { timeOuts } from '../outside/time-outs.ts'
import { checkDomain, type DomainChange, recordsOf } from './check-domain.ts'
import { createAskDns } from './dns/ask-dns.ts'
import { createKeptZones } from './kept-zones.ts'
import { openZone } from './open-zone.ts'
import { lookAtOwnPort, lookEveryMs, readPortTrust } from './port-trust.ts'
import { recheckClaims, recheckDomains, sweepDomains } from './recheck.ts'
import { type RemoveDeps, sweepRemovedDomains } from './remove-domain.ts'
import { deleteReportsBefore } from './report/repository.ts'
import { reportsKeptMs } from './report/take-report.ts'
import { findHeldDomain } from './repository.ts'
import { domainRoutes } from './routes.ts'
import type { SetDeps } from './set-dns.ts'
import { makeStsPolicy } from './sts-policy.ts'

export type DomainDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Log
  secrets: Secrets
  site: SiteSettings
  names: SiteNames
  /** Removes a domain, and the mailboxes on it first. */
  removal: Pick<RemoveDeps, 'life' | 'countOn' | 'removeSomeOn'>
  fetch: GuardedFetch
  resolver: HostResolver
  tell(change: DomainChange): Promise<void>
  /** Returns the sentence of any room's fact. */
  sayFact: SayFact
  smtpPort(): number
  nodeId: string
  /** Certificates to trust in place of the usual ones, for tests. */
  roots: readonly string[]
}

export function openDomains(deps: DomainDeps) {
  const { config, db, clock, log, secrets, site, names } = deps
  const { submissionPort, submissionsPort, imapPort, imapsPort, pop3sPort } = config
  const ownPort = (host = names.mailHost()) => ({
    ...{ host, port: deps.smtpPort(), timeoutMs: timeOuts.probe },
    header: ownHeader(config, 'smtp'),
    roots: deps.roots,
  })
  const sts = async (mailHost: string) =>
    makeStsPolicy(mailHost, await readPortTrust({ db, clock }, mailHost), clock.now())
  const stopped = new AbortController()
  let background: Promise<void> = Promise.resolve()

  /** Jobs only begin this work, because DNS can be slow and other jobs must not wait for it. */
  function inBackground(what: string, work: (signal: AbortSignal) => Promise<void>): void {
    background = background
      .then(() => (stopped.signal.aborted ? undefined : work(stopped.signal)))
      .catch(cause => log.error({ err: cause, what }, 'background work failed'))
  }

  const dialWith =
    (timeoutMs: number, isAllowed: (address: string) => boolean) =>
    (host: string, port: number, signal: AbortSignal): Promise<Socket> =>
      dialHost({ resolver: deps.resolver, isAllowed }, host, port, { timeoutMs, signal })
  const dialNameServer = dialWith(
    timeOuts.dnsUpdate,
    addressGuard({ allowPrivate: config.privateNameServers }),
  )
  const check = {
    db,
    clock,
    secrets,
    log,
    dns: createAskDns(config.dnsServers),
    ...{ names, sts },
    ports: { submissionPort, submissionsPort, imapPort, imapsPort, pop3sPort },
    blocklists: async () => (await site.read()).blocklists,
    tell: deps.tell,
    sayFact: deps.sayFact,
  }
  const removal = { db, clock, ...deps.removal }
  const sweepSoon = () => inBackground('remove domains', signal => sweepRemovedDomains(removal, signal))

  const jobs: Job[] = [
    {
      name: 'check-domains',
      everyMs: 5 * minute,
      run: async () => inBackground('check domains', signal => recheckDomains(check, signal)),
    },
    {
      name: 'check-claims',
      everyMs: minute,
      run: async () => inBackground('check claims', signal => recheckClaims(check, signal)),
    },
    {
      name: 'sweep-reports',
      everyMs: day / 4,
      waitsAfterLeap: true,
      run: () => db.transaction(tx => deleteReportsBefore(tx, clock.now() - reportsKeptMs)),
    },
    { name: 'sweep-domains', everyMs: day / 4, waitsAfterLeap: true, run: () => sweepDomains(check) },
    {
      // Each node looks at its own port.
      name: `look-at-port-${deps.nodeId}`,
      everyMs: lookEveryMs,
      run: () => lookAtOwnPort({ db, clock, nodeId: deps.nodeId, siteHost: names.mailHost, target: ownPort }),
    },
    { name: 'remove-domains', everyMs: minute, run: async () => sweepSoon() },
  ]

  const openZoneOf: SetDeps['openZone'] = (provider, credentials, domain) =>
    openZone({ clock, fetch: deps.fetch, dial: dialNameServer }, provider, credentials, domain)

  return {
    jobs,
    /** Opens the zone of a name, where its domain's owner let us keep the access; else null. */
    zoneFor: createKeptZones({ db, secrets, openZone: openZoneOf }),
    handlers: domainRoutes({
      ...check,
      ...removal,
      ownHosts: () =>
        [config.localDomain, names.mailHost(), names.webHost() ?? ''].filter(host => host !== ''),
      openZone: openZoneOf,
      portProbes: async () => (await site.read()).portProbes,
      ownPort,
      dial: dialWith(timeOuts.probe, isPublicAddress),
      sweepSoon,
    }),
    /** The records of a domain: as they were last found, or after another look. */
    async records(domainId: string, again: boolean): Promise<DnsRecord[]> {
      const domain = await findHeldDomain(db.query, domainId)
      if (!domain) return []
      return again ? checkDomain(check, domain) : recordsOf(check, domain)
    },
    /** For the answers under the names of our domains. */
    served: { db, names, sts },
    /** Resolves when all begun work is done. */
    settled: () => background,
    async stop() {
      stopped.abort()
      await background
    },
  }
}

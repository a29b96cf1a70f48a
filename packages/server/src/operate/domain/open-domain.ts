/** Domains as the program uses them: their calls, their jobs, and what is served under their own names. */
import type { Socket } from 'node:net'
import type { BlobStore } from '../../blobs/blob-store.ts'
import { type Clock, day, minute } from '../../clock.ts'
import { mailHostOf, webHostOf } from '../../config/mail-host.ts'
import type { Config } from '../../config/settings-table.ts'
import type { Db } from '../../database/types.ts'
import type { Job } from '../../jobs/scheduler.ts'
import type { Log } from '../../log.ts'
import { isPublicAddress } from '../../outside/address-judge.ts'
import { dialTcp } from '../../outside/dial-tcp.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import type { HostResolver } from '../../outside/resolve-host.ts'
import type { Secrets } from '../../secrets.ts'
import type { SiteSettings } from '../setting/site-settings.ts'
import type { DomainChange } from './check-domain.ts'
import { createAskDns } from './dns/ask-dns.ts'
import { isPublicHost } from './dns/expected-records.ts'
import { openZone } from './provider/open-zone.ts'
import { recheckClaims, recheckDomains, sweepDomains } from './recheck.ts'
import { sweepRemovedDomains } from './remove-domain.ts'
import { domainRoutes } from './routes.ts'
import { makeStsPolicy } from './sts-policy.ts'

export type DomainDeps = {
  config: Config
  db: Db
  clock: Clock
  log: Log
  secrets: Secrets
  site: SiteSettings
  blobs: BlobStore
  fetch: GuardedFetch
  resolver: HostResolver
  tell(change: DomainChange): Promise<void>
  smtpPort(): number
}

export function openDomains(deps: DomainDeps) {
  const { config, db, clock, log, secrets, site, blobs } = deps
  const mailHost = mailHostOf(config)
  const { submissionPort, submissionsPort, pop3sPort } = config
  const webHost = webHostOf(config)
  const policy = makeStsPolicy(mailHost, config.tlsCert !== '')
  const stopped = new AbortController()
  let background: Promise<void> = Promise.resolve()

  /** Jobs only begin this work: DNS can be slow, and the other jobs do not wait for it. */
  function inBackground(what: string, work: (signal: AbortSignal) => Promise<void>): void {
    background = background
      .then(() => (stopped.signal.aborted ? undefined : work(stopped.signal)))
      .catch(cause => log.error({ err: cause, what }, 'background work failed'))
  }

  const dialWith =
    (isAllowed: (address: string) => boolean) =>
    (host: string, port: number, signal: AbortSignal): Promise<Socket> =>
      dialTcp({ resolver: deps.resolver, isAllowed, signal }, host, port)
  const dialNameServer = dialWith(
    address => isPublicAddress(address) || config.privateNameServers.includes(address),
  )
  const check = {
    db,
    clock,
    secrets,
    log,
    dns: createAskDns(config.dnsServers),
    mailHost,
    webHost: webHost !== null && isPublicHost(webHost) ? webHost : null,
    ports: { submissionPort, submissionsPort, pop3sPort },
    stsId: policy.id,
    blocklists: async () => (await site.read()).blocklists,
    tell: deps.tell,
  }
  const removal = { db, clock, blobs }
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
    { name: 'sweep-domains', everyMs: day / 4, waitsAfterLeap: true, run: () => sweepDomains(check) },
    { name: 'remove-domains', everyMs: minute, run: async () => sweepSoon() },
  ]

  return {
    jobs,
    handlers: domainRoutes({
      ...check,
      ...removal,
      ownHosts: [config.localDomain, mailHost, ...(webHost === null ? [] : [webHost])],
      openZone: (provider, credentials, domain) =>
        openZone({ clock, fetch: deps.fetch, dial: dialNameServer }, provider, credentials, domain),
      portProbes: async () => (await site.read()).portProbes,
      smtpPort: deps.smtpPort,
      dial: dialWith(isPublicAddress),
      sweepSoon,
    }),
    /** For what is served under the names of our domains. */
    served: { db, publicUrl: config.publicUrl, policy },
    /** Resolves when the work that was begun is done. */
    settled: () => background,
    async stop() {
      stopped.abort()
      await background
    },
  }
}

/** Connects the room: what is presented, the work that gets and renews, its calls, and the answers to an authority. */
import type { Db } from '../database/types.ts'
import { createAskDns } from '../domain/dns/ask-dns.ts'
import type { Job } from '../jobs/scheduler.ts'
import { type Clock, minute } from '../kernel/clock.ts'
import type { Config } from '../kernel/config/settings-table.ts'
import type { Log } from '../kernel/log.ts'
import type { Secrets } from '../kernel/secrets.ts'
import type { SayFact } from '../ledger/fact/fact.ts'
import type { SiteNames } from '../ledger/setting/site-names.ts'
import type { SiteSettings } from '../ledger/setting/site-settings.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import type { HostResolver } from '../outside/resolve-host.ts'
import { findAnswer, listObtained } from './kept/repository.ts'
import { namesToObtain, renewCertificates } from './obtain/renew-certificates.ts'
import type { ProofDeps } from './obtain/show-proof.ts'
import { openKey } from './obtain/try-certificate.ts'
import { pause } from './pause.ts'
import { openCertificate } from './present/certificate.ts'
import { readChain } from './present/held-certificate.ts'
import { machineRoots, type Roots } from './present/judge-chain.ts'
import { certificateRoutes } from './routes.ts'
import { certificateFor } from './state/certificate-state.ts'
import { type TellDeps, tellFailing } from './state/tell-failing.ts'

export type CertificatesDeps = Pick<ProofDeps, 'zoneFor'> &
  Pick<TellDeps, 'tellAdmins' | 'queued'> & {
    config: Config
    db: Db
    clock: Clock
    log: Log
    site: SiteSettings
    names: SiteNames
    secrets: Secrets
    fetch: GuardedFetch
    resolver: HostResolver
    sayFact: SayFact
    nodeId: string
    /** Certificates to trust in place of the usual ones, for tests. */
    trusted: readonly string[]
  }

const channel = 'certificates'

export function openCertificates(deps: CertificatesDeps) {
  const { config, db, clock, log, secrets } = deps
  const certificate = openCertificate(config, deps.names.mailHost, deps)
  const stopped = new AbortController()
  const { signal } = stopped
  let trusted: Roots | null = null
  const roots = (): Roots => {
    trusted ??= deps.trusted.length > 0 ? readChain(deps.trusted.join('\n')) : machineRoots()
    return trusted
  }
  let background: Promise<void> = Promise.resolve()
  const unsubscribes: (() => void)[] = []

  async function load(): Promise<void> {
    const rows = await listObtained(db.query)
    certificate.hold(
      rows.map(({ name, chain, private_key }) => ({ name, chain, key: openKey(secrets, private_key) })),
    )
  }
  const loadAgain = () =>
    void load().catch((cause: unknown) => log.error({ err: cause }, 'certificates could not be loaded'))

  const renewing = {
    ...deps,
    ...{ hasFileFor: certificate.hasFileFor, roots, signal },
    dns: createAskDns(config.dnsServers),
    pause: (ms: number) => pause(ms, signal),
    stored: () => db.bus.publish(channel, ''),
  }

  async function work(): Promise<void> {
    if (signal.aborted) return
    try {
      await renewCertificates(renewing)
      const wanted = await namesToObtain(renewing, await deps.site.read())
      await tellFailing(deps, new Set(wanted.map(({ name }) => name)))
    } catch (cause) {
      if (!signal.aborted) log.error({ err: cause }, 'certificates could not be renewed')
    }
  }
  /** Authorities are slow, and other jobs must not wait for them. */
  function renewSoon(): void {
    background = background.then(work)
  }

  const jobs: Job[] = [{ name: 'renew-certificates', everyMs: minute, run: async () => renewSoon() }]
  return {
    certificate,
    jobs,
    handlers: certificateRoutes({ ...deps, ...renewing, certificate, renewSoon }),
    /** What a stranger would find who connects to us by this name. */
    certificateFor: (name: string) => certificateFor({ certificate, roots }, name, clock.now()),
    /** Answers an authority that looks for its token (RFC 8555, section 8.3); null when it is none of ours. */
    answerOf: (token: string) => findAnswer(db.query, token),
    async start() {
      await load()
      unsubscribes.push(db.bus.subscribe(channel, loadAgain), db.bus.onGap(loadAgain))
      certificate.watch()
    },
    async stop() {
      stopped.abort()
      for (const unsubscribe of unsubscribes) unsubscribe()
      certificate.close()
      await background
    },
  }
}

/** Opens the threads that read messages, and the watch over the name servers that these threads ask. */
import type { Config } from '../kernel/config/settings-table.ts'
import type { EventHub } from '../ledger/event/event-hub.ts'
import { newDnsHealth, watchDns } from './process/dns-health.ts'
import { createWorkerPool } from './process/worker-pool.ts'

const workerThreads = 2

export function openReading({ config, hub }: { config: Config; hub: Pick<EventHub, 'whenHeard'> }) {
  const { dnsServers } = config
  const dnsHealth = newDnsHealth()
  const dnsWatch = watchDns(dnsServers, dnsHealth)
  const pool = createWorkerPool({ dnsServers, dnsHealth, scanners: config }, workerThreads)
  hub.whenHeard(() => pool.warm())

  return {
    pool,
    /** Resolves when the name servers have answered, or had their time to. */
    ready: dnsWatch.known,
    async stop() {
      await pool.stop()
      dnsWatch.stop()
    },
  }
}

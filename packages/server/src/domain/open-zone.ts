/** Opens the zone of a named provider. */
import type { DnsProvider } from '@yanshu/contract'
import type { Clock } from '../kernel/clock.ts'
import type { GuardedFetch } from '../outside/guarded-fetch.ts'
import { openAliyun } from './provider/aliyun.ts'
import { openCloudflare } from './provider/cloudflare.ts'
import { openDnspod } from './provider/dnspod.ts'
import { openRfc2136, type Rfc2136Deps } from './provider/rfc2136/rfc2136.ts'
import type { Credentials, Zone } from './provider/zone.ts'

export type OpenZoneDeps = { clock: Clock; fetch: GuardedFetch; dial: Rfc2136Deps['dial'] }

export async function openZone(
  deps: OpenZoneDeps,
  provider: DnsProvider,
  credentials: Credentials,
  domain: string,
): Promise<Zone> {
  switch (provider) {
    case 'cloudflare':
      return openCloudflare(deps, credentials, domain)
    case 'aliyun':
      return openAliyun(deps, credentials, domain)
    case 'dnspod':
      return openDnspod(deps, credentials, domain)
    case 'rfc2136':
      return openRfc2136(deps, credentials, domain)
  }
}

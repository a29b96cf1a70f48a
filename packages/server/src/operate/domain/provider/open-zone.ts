/** From a provider's name to its zone. */
import type { DnsProvider } from '@yanshu/contract'
import type { Clock } from '../../../clock.ts'
import type { GuardedFetch } from '../../../outside/guarded-fetch.ts'
import { openAliyun } from './aliyun.ts'
import { openCloudflare } from './cloudflare.ts'
import { openDnspod } from './dnspod.ts'
import { openRfc2136, type Rfc2136Deps } from './rfc2136/rfc2136.ts'
import type { Credentials, Zone } from './zone.ts'

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

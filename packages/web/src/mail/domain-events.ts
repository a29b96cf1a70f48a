/** What the live stream tells about domains: the page asks again, and what broke is said wherever one is. */
import type { QueryClient } from '@tanstack/react-query'
import { showError } from '../ui/toast.ts'
import type { SseEvent } from './events/sse-parser.ts'

export const DOMAIN_KEY = 'domain'

/** The name of a domain of which a record broke; null when nothing did, or the event is none of ours. */
export function brokenDomain(event: SseEvent): string | null {
  try {
    const data = JSON.parse(event.data) as { name?: unknown; broke?: unknown } | null
    const broke = Array.isArray(data?.broke) && data.broke.length > 0
    return broke && typeof data?.name === 'string' ? data.name : null
  } catch {
    return null
  }
}

export function hearDomainEvent(client: QueryClient, event: SseEvent): void {
  const broken = brokenDomain(event)
  if (broken !== null) showError(`${broken} 的 DNS 记录出了问题，请到域名页看看`)
  void client.invalidateQueries({ queryKey: [DOMAIN_KEY] })
}

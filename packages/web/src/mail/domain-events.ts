/**
 * Handles live events about domains: the page fetches again, and a toast reports broken records on any page.
 */
import type { QueryClient } from '@tanstack/react-query'
import { domainKeys } from '../account/account-keys.ts'
import { showError } from '../ui/toast.ts'
import type { SseEvent } from './events/sse-parser.ts'

/**
 * Returns the name of a domain with a broken record; null when none broke, or the event is not in our form.
 */
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
  void client.invalidateQueries({ queryKey: domainKeys.all })
}

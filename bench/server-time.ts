/**
 * Reads how long the server itself took for a call from its own figures, without the time of HTTP and of the
 * client.
 */
import type { Site } from '../e2e/site.ts'

type Buckets = ReadonlyMap<number, number>

async function bucketsOf(site: Site, route: string): Promise<Buckets> {
  const text = await (await fetch(`${site.url}/metrics`)).text()
  const buckets = new Map<number, number>()
  for (const line of text.split('\n')) {
    if (!line.startsWith('yanshu_http_request_seconds_bucket') || !line.includes(`route="${route}"`)) continue
    const [, bound = '', count = '0'] = /le="([^"]+)"\} (\d+)/.exec(line) ?? []
    const seconds = bound === '+Inf' ? Number.POSITIVE_INFINITY : Number(bound)
    buckets.set(seconds, (buckets.get(seconds) ?? 0) + Number(count))
  }
  return buckets
}

/**
 * Returns the share of the calls during the work that were answered within this many seconds; the bound must
 * be one of the figures' own.
 */
export async function shareWithin(
  site: Site,
  route: string,
  seconds: number,
  work: () => Promise<void>,
): Promise<number> {
  const before = await bucketsOf(site, route)
  await work()
  const after = await bucketsOf(site, route)
  const passed = (bound: number) => (after.get(bound) ?? Number.NaN) - (before.get(bound) ?? 0)
  return passed(seconds) / passed(Number.POSITIVE_INFINITY)
}

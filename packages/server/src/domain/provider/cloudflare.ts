/** Speaks Cloudflare's API v4 with a token that may edit the DNS of one zone. */
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { domainWords } from '../words/words.ts'
import { asList, asObject, callApi, theirWords } from './call-api.ts'
import {
  bareHost,
  type Credentials,
  changeOneByOne,
  type KeptRecord,
  ProviderError,
  readPages,
  required,
  unquoted,
  type Zone,
  type ZoneRecord,
  zoneCandidates,
} from './zone.ts'

export const cloudflareUrl = 'https://api.cloudflare.com/client/v4'

const pageSize = 100
/** The error codes for a token that is missing, malformed or not allowed to do this. */
const tokenCodes: ReadonlySet<number> = new Set([6003, 9106, 9109, 10000, 10001])

function valueFrom(row: Readonly<Record<string, unknown>>): string {
  const content = String(row.content ?? '')
  switch (row.type) {
    case 'MX':
      return `${Number(row.priority ?? 0)} ${bareHost(content)}`
    case 'TXT':
      return unquoted(content)
    case 'CNAME':
      return bareHost(content)
    case 'SRV': {
      const data = asObject(row.data)
      return `${Number(data.priority)} ${Number(data.weight)} ${Number(data.port)} ${bareHost(String(data.target ?? ''))}`
    }
    default:
      return content
  }
}

function bodyOf({ name, type, value, ttl }: ZoneRecord): Record<string, unknown> {
  const common = { name, type, ttl }
  if (type === 'MX') {
    const [priority = '0', host = ''] = value.split(' ')
    return { ...common, priority: Number(priority), content: host }
  }
  if (type === 'SRV') {
    const [priority, weight, port, target] = value.split(' ')
    return {
      ...common,
      data: { priority: Number(priority), weight: Number(weight), port: Number(port), target },
    }
  }
  if (type === 'CNAME') return { ...common, content: value, proxied: false }
  return { ...common, content: type === 'TXT' ? quoted(value) : value }
}

/** A string of a TXT record has at most 255 bytes (RFC 1035, section 3.3); longer text takes several. */
const quoted = (text: string): string =>
  (text.match(/.{1,255}/gs) ?? ['']).map(part => `"${part.replace(/["\\]/g, '\\$&')}"`).join(' ')

export async function openCloudflare(
  deps: { fetch: GuardedFetch; cloudflareUrl?: string },
  credentials: Credentials,
  domain: string,
): Promise<Zone> {
  const token = required(credentials, 'token')
  if (!/^[\x21-\x7e]+$/.test(token)) throw new ProviderError('credentials', domainWords.provider.keyForm)
  const base = deps.cloudflareUrl ?? cloudflareUrl

  async function call(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
    const answer = await callApi(deps.fetch, {
      url: `${base}${path}`,
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const result = asObject(answer.body)
    if (result.success === true) return result
    const [first] = asList(result.errors)
    if (answer.status === 429) throw new ProviderError('refused', domainWords.provider.cloudflareTooOften)
    if (answer.status === 401 || answer.status === 403 || tokenCodes.has(Number(first?.code)))
      throw new ProviderError('credentials', domainWords.provider.cloudflareKey)
    throw new ProviderError('refused', domainWords.provider.cloudflareRefused(theirWords(first?.message)))
  }

  async function findZone(): Promise<string> {
    for (const name of zoneCandidates(domain)) {
      const found = await call('GET', `/zones?${new URLSearchParams({ name, per_page: '50' })}`)
      const zone = asList(found.result).find(one => one.name === name)
      if (zone) return String(zone.id)
    }
    throw new ProviderError('zone', domainWords.provider.cloudflareNoZone(domain))
  }

  const zoneId = encodeURIComponent(await findZone())
  const records = `/zones/${zoneId}/dns_records`

  const recordsAt = (name: string): Promise<KeptRecord[]> =>
    readPages(async page => {
      const query = new URLSearchParams({ name, per_page: String(pageSize), page: String(page) })
      const found = await call('GET', `${records}?${query}`)
      const items = asList(found.result).map(row => ({
        id: String(row.id),
        name: String(row.name).toLowerCase(),
        type: String(row.type),
        value: valueFrom(row),
        ttl: Number(row.ttl),
      }))
      return { items, more: page < Number(asObject(found.result_info).total_pages ?? 0) }
    })

  return {
    async recordsAt(names) {
      const found: KeptRecord[] = []
      for (const name of new Set(names)) found.push(...(await recordsAt(name)))
      return found.filter(record => names.includes(record.name))
    },
    change: (changes, _seen, done) =>
      changeOneByOne(changes, done, async change => {
        if (change.action === 'create') await call('POST', records, bodyOf(change.record))
        else {
          const path = `${records}/${encodeURIComponent(change.before.id)}`
          if (change.action === 'update') await call('PATCH', path, bodyOf(change.record))
          else await call('DELETE', path)
        }
      }),
  }
}

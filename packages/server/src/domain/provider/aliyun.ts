/** Aliyun DNS (alidns, version 2015-01-09): RPC calls signed with HMAC-SHA1, signature version 1.0. */
import { createHmac, randomUUID } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { domainWords } from '../words/words.ts'
import { asList, asObject, callApi, theirWords } from './call-api.ts'
import {
  bareHost,
  type Credentials,
  changeOneByOne,
  defaultTtl,
  type KeptRecord,
  ProviderError,
  readPages,
  relativeName,
  required,
  unquoted,
  wholeName,
  type Zone,
  type ZoneRecord,
  zoneCandidates,
} from './zone.ts'

export const aliyunUrl = 'https://alidns.aliyuncs.com/'

const pageSize = 100
const badKey =
  /^(?:InvalidAccessKeyId|SignatureDoesNotMatch|IncompleteSignature|Forbidden|InvalidSecurityToken)/

/** Encodes by RFC 3986, with the characters that JavaScript leaves alone encoded too. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Signs a set of parameters as the provider does. */
export function signAliyun(parameters: Readonly<Record<string, string>>, secret: string): string {
  const query = Object.keys(parameters)
    .sort()
    .map(name => `${encode(name)}=${encode(parameters[name] ?? '')}`)
    .join('&')
  return createHmac('sha1', `${secret}&`)
    .update(`GET&${encode('/')}&${encode(query)}`)
    .digest('base64')
}

function valueFrom(row: Readonly<Record<string, unknown>>): string {
  const value = String(row.Value ?? '')
  if (row.Type === 'MX') return `${Number(row.Priority ?? 0)} ${bareHost(value)}`
  if (row.Type === 'CNAME') return bareHost(value)
  if (row.Type === 'SRV') return bareHost(value)
  return row.Type === 'TXT' ? unquoted(value) : value
}

function valueParameters({ type, value }: ZoneRecord): Record<string, string> {
  if (type !== 'MX') return { Type: type, Value: value }
  const [priority = '10', host = ''] = value.split(' ')
  return { Type: type, Value: host, Priority: priority }
}

export async function openAliyun(
  deps: { fetch: GuardedFetch; clock: Clock; aliyunUrl?: string },
  credentials: Credentials,
  domain: string,
): Promise<Zone> {
  const keyId = required(credentials, 'accessKeyId')
  const secret = required(credentials, 'accessKeySecret')

  async function call(action: string, own: Readonly<Record<string, string>>) {
    const parameters: Record<string, string> = {
      ...own,
      Action: action,
      Format: 'JSON',
      Version: '2015-01-09',
      AccessKeyId: keyId,
      SignatureMethod: 'HMAC-SHA1',
      SignatureVersion: '1.0',
      SignatureNonce: randomUUID(),
      Timestamp: new Date(deps.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
    }
    const query = new URLSearchParams({ ...parameters, Signature: signAliyun(parameters, secret) })
    const answer = await callApi(deps.fetch, {
      url: `${deps.aliyunUrl ?? aliyunUrl}?${query}`,
      method: 'GET',
    })
    const result = asObject(answer.body)
    if (answer.status < 300 && result.Code === undefined) return result
    const code = String(result.Code ?? '')
    if (badKey.test(code)) throw new ProviderError('credentials', domainWords.provider.aliyunKey)
    if (code.startsWith('Throttling')) throw new ProviderError('refused', domainWords.provider.aliyunTooOften)
    throw new ProviderError('refused', domainWords.provider.aliyunRefused(theirWords(result.Message ?? code)))
  }

  async function findZone(): Promise<string> {
    for (const name of zoneCandidates(domain)) {
      const found = await readPages(async page => {
        const answer = await call('DescribeDomains', {
          KeyWord: name,
          SearchMode: 'EXACT',
          PageNumber: String(page),
          PageSize: String(pageSize),
        })
        const items = asList(asObject(answer.Domains).Domain)
        return { items, more: page * pageSize < Number(answer.TotalCount ?? 0) }
      })
      if (found.some(one => one.DomainName === name || one.PunyCode === name)) return name
    }
    throw new ProviderError('zone', domainWords.provider.noZone(domain))
  }

  const zone = await findZone()

  const recordsAt = (name: string): Promise<KeptRecord[]> =>
    readPages(async page => {
      const answer = await call('DescribeSubDomainRecords', {
        SubDomain: name === zone ? `@.${zone}` : name,
        DomainName: zone,
        PageNumber: String(page),
        PageSize: String(pageSize),
      })
      const items = asList(asObject(answer.DomainRecords).Record).map(row => ({
        id: String(row.RecordId),
        name: wholeName(String(row.RR), zone),
        type: String(row.Type),
        value: valueFrom(row),
        ttl: Number(row.TTL ?? defaultTtl),
      }))
      return { items, more: page * pageSize < Number(answer.TotalCount ?? 0) }
    })

  return {
    async recordsAt(names) {
      const found: KeptRecord[] = []
      for (const name of new Set(names)) found.push(...(await recordsAt(name)))
      return found.filter(record => names.includes(record.name))
    },
    change: (changes, _seen, done) =>
      changeOneByOne(changes, done, async change => {
        if (change.action === 'delete') {
          await call('DeleteDomainRecord', { RecordId: change.before.id })
          return
        }
        const { record } = change
        const fields = {
          RR: relativeName(record.name, zone),
          ...valueParameters(record),
          TTL: String(Math.max(defaultTtl, record.ttl)),
        }
        if (change.action === 'create') await call('AddDomainRecord', { DomainName: zone, ...fields })
        else await call('UpdateDomainRecord', { RecordId: change.before.id, ...fields })
      }),
  }
}

/** Speaks DNSPod through Tencent Cloud's API (version 2021-03-23), signed with TC3-HMAC-SHA256. */
import { createHash, createHmac } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { protocolWords } from '../words/protocol.ts'
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

export const dnspodUrl = 'https://dnspod.tencentcloudapi.com/'

const pageSize = 100
const contentType = 'application/json; charset=utf-8'
const line = protocolWords.dnspodLine

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Makes the Authorization header of one call. */
export function signTencent(request: {
  secretId: string
  secretKey: string
  host: string
  body: string
  timestamp: number
}): string {
  const date = new Date(request.timestamp * 1000).toISOString().slice(0, 10)
  const signedHeaders = 'content-type;host'
  const canonical = [
    'POST',
    '/',
    '',
    `content-type:${contentType}\nhost:${request.host}\n`,
    signedHeaders,
    sha256(request.body),
  ].join('\n')
  const scope = `${date}/dnspod/tc3_request`
  const toSign = ['TC3-HMAC-SHA256', String(request.timestamp), scope, sha256(canonical)].join('\n')
  const key = hmac(hmac(hmac(`TC3${request.secretKey}`, date), 'dnspod'), 'tc3_request')
  const signature = hmac(key, toSign).toString('hex')
  return `TC3-HMAC-SHA256 Credential=${request.secretId}/${scope}, SignedHeaders=${signedHeaders}, Signature=${signature}`
}

function valueFrom(row: Readonly<Record<string, unknown>>): string {
  const value = String(row.Value ?? '')
  if (row.Type === 'MX') return `${Number(row.MX ?? 0)} ${bareHost(value)}`
  if (row.Type === 'CNAME' || row.Type === 'SRV') return bareHost(value)
  return row.Type === 'TXT' ? unquoted(value) : value
}

function valueFields({ type, value }: ZoneRecord): Record<string, unknown> {
  if (type !== 'MX') return { RecordType: type, Value: value }
  const [priority = '10', host = ''] = value.split(' ')
  return { RecordType: type, Value: `${host}.`, MX: Number(priority) }
}

export async function openDnspod(
  deps: { fetch: GuardedFetch; clock: Clock; dnspodUrl?: string },
  credentials: Credentials,
  domain: string,
): Promise<Zone> {
  const secretId = required(credentials, 'secretId')
  const secretKey = required(credentials, 'secretKey')
  if (!/^[\x21-\x7e]+$/.test(secretId)) throw new ProviderError('credentials', domainWords.provider.keyForm)
  const url = deps.dnspodUrl ?? dnspodUrl

  /** Returns null for "there is none", which this provider reports as an error. */
  async function call(action: string, fields: Readonly<Record<string, unknown>>) {
    const body = JSON.stringify(fields)
    const timestamp = Math.floor(deps.clock.now() / 1000)
    const { host } = new URL(url)
    const answer = await callApi(deps.fetch, {
      url,
      method: 'POST',
      headers: {
        'content-type': contentType,
        authorization: signTencent({ secretId, secretKey, host, body, timestamp }),
        'x-tc-action': action,
        'x-tc-version': '2021-03-23',
        'x-tc-timestamp': String(timestamp),
      },
      body,
    })
    const result = asObject(asObject(answer.body).Response)
    const error = asObject(result.Error)
    const code = String(error.Code ?? '')
    if (code === '' && answer.status < 300) return result
    if (code === 'ResourceNotFound.NoDataOfRecord' || code === 'ResourceNotFound.NoDataOfDomain') return null
    if (/^(?:AuthFailure|UnauthorizedOperation|InvalidParameter\.SecretId)/.test(code))
      throw new ProviderError('credentials', domainWords.provider.tencentKey)
    if (code.startsWith('RequestLimitExceeded'))
      throw new ProviderError('refused', domainWords.provider.tencentTooOften)
    throw new ProviderError('refused', domainWords.provider.tencentRefused(theirWords(error.Message ?? code)))
  }

  async function findZone(): Promise<string> {
    for (const name of zoneCandidates(domain)) {
      const found = await readPages(async page => {
        const offset = (page - 1) * pageSize
        const answer = await call('DescribeDomainList', { Keyword: name, Offset: offset, Limit: pageSize })
        const items = asList(answer?.DomainList)
        const total = Number(asObject(answer?.DomainCountInfo).DomainTotal ?? 0)
        return { items, more: items.length > 0 && offset + items.length < total }
      })
      if (found.some(one => one.Name === name || one.Punycode === name)) return name
    }
    throw new ProviderError('zone', domainWords.provider.noZone(domain))
  }

  const zone = await findZone()

  const recordsAt = (name: string): Promise<KeptRecord[]> =>
    readPages(async page => {
      const offset = (page - 1) * pageSize
      const answer = await call('DescribeRecordList', {
        Domain: zone,
        Subdomain: relativeName(name, zone),
        Offset: offset,
        Limit: pageSize,
      })
      const rows = asList(answer?.RecordList)
      const items = rows.map(row => ({
        id: String(row.RecordId),
        name: wholeName(String(row.Name), zone),
        type: String(row.Type),
        value: valueFrom(row),
        ttl: Number(row.TTL ?? defaultTtl),
      }))
      const total = Number(asObject(answer?.RecordCountInfo).TotalCount ?? 0)
      return { items, more: rows.length > 0 && offset + rows.length < total }
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
          await call('DeleteRecord', { Domain: zone, RecordId: Number(change.before.id) })
          return
        }
        const { record } = change
        const fields = {
          Domain: zone,
          SubDomain: relativeName(record.name, zone),
          RecordLine: line,
          TTL: Math.max(defaultTtl, record.ttl),
          ...valueFields(record),
        }
        if (change.action === 'create') await call('CreateRecord', fields)
        else await call('ModifyRecord', { ...fields, RecordId: Number(change.before.id) })
      }),
  }
}

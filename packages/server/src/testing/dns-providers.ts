/**
 * Runs DNS providers for tests: local servers that follow the public documentation of Cloudflare (API v4),
 * Aliyun (alidns 2015-01-09) and Tencent (DNSPod 2021-03-23): authentication, paging and their refusals.
 */
import { createHash, createHmac, randomInt } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export type StoredRecord = { id: string; name: string; type: string; value: string; ttl: number }

export type FakeProvider = {
  readonly url: string
  readonly records: StoredRecord[]
  /** The requests made so far, by their action. */
  readonly asked: string[]
  /** The number of changing requests that are still accepted; the one after them is refused. */
  refuseAfter: number
  throttled: boolean
  stop(): Promise<void>
}

type Reply = { status: number; body: unknown }
type Incoming = { request: IncomingMessage; url: URL; body: string; provider: FakeProvider }

async function serve(
  zone: string,
  answer: (incoming: Incoming, zone: string) => Reply,
): Promise<FakeProvider> {
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', chunk => {
      body += chunk
    })
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://x')
      const reply = answer({ request, url, body, provider }, zone)
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const provider: FakeProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records: [],
    asked: [],
    refuseAfter: Number.POSITIVE_INFINITY,
    throttled: false,
    stop: () => new Promise(resolve => server.close(() => resolve())),
  }
  return provider
}

const nextId = (): string => String(randomInt(1_000_000, 2_000_000_000))

/** True when a changing request is accepted. */
const mayChange = (provider: FakeProvider): boolean => provider.refuseAfter-- > 0

const pageOf = <T>(list: readonly T[], page: number, size: number): readonly T[] =>
  list.slice((page - 1) * size, page * size)

const asJson = (body: string): Record<string, unknown> => JSON.parse(body || '{}') as Record<string, unknown>

export const cloudflareToken = 'cf-token-with-dns-edit'

export function startCloudflare(zone: string): Promise<FakeProvider> {
  const fail = (status: number, code: number, message: string): Reply => ({
    status,
    body: { success: false, errors: [{ code, message }], messages: [], result: null },
  })
  const good = (result: unknown, info?: object): Reply => ({
    status: 200,
    body: { success: true, errors: [], messages: [], result, ...(info && { result_info: info }) },
  })
  const shown = ({ value, ...record }: StoredRecord) => {
    const parts = value.split(' ')
    if (record.type === 'MX') return { ...record, priority: Number(parts[0]), content: parts[1] }
    if (record.type === 'SRV') {
      const [priority, weight, port] = parts.map(Number)
      return {
        ...record,
        content: parts.slice(1).join('\t'),
        data: { priority, weight, port, target: parts[3] },
      }
    }
    return { ...record, content: record.type === 'TXT' ? `"${value.replace(/(.{255})/g, '$1" "')}"` : value }
  }
  const stored = (id: string, body: Record<string, unknown>): StoredRecord => {
    const data = (body.data ?? {}) as Record<string, unknown>
    const value =
      body.type === 'MX'
        ? `${body.priority} ${body.content}`
        : body.type === 'SRV'
          ? `${data.priority} ${data.weight} ${data.port} ${data.target}`
          : body.type === 'TXT'
            ? String(body.content).slice(1, -1).replaceAll('" "', '')
            : String(body.content)
    return { id, name: String(body.name), type: String(body.type), value, ttl: Number(body.ttl) }
  }
  return serve(zone, ({ request, url, body, provider }) => {
    provider.asked.push(`${request.method} ${url.pathname}${url.search}`)
    if (request.headers.authorization !== `Bearer ${cloudflareToken}`)
      return fail(403, 9109, 'Invalid access token')
    if (provider.throttled) return fail(429, 971, 'Please wait and consider throttling your request speed')
    if (url.pathname === '/zones') {
      const found = url.searchParams.get('name') === zone ? [{ id: 'zone-1', name: zone }] : []
      return good(found, { page: 1, per_page: 50, total_pages: found.length, count: found.length })
    }
    const [, , zoneId, , id] = url.pathname.split('/')
    if (zoneId !== 'zone-1') return fail(404, 7003, 'Could not route to /zones')
    if (request.method === 'GET') {
      const size = Math.min(100, Number(url.searchParams.get('per_page')))
      const page = Number(url.searchParams.get('page') ?? 1)
      const all = provider.records.filter(record => record.name === url.searchParams.get('name'))
      const info = {
        page,
        per_page: size,
        total_pages: Math.ceil(all.length / size),
        total_count: all.length,
      }
      return good(pageOf(all, page, size).map(shown), info)
    }
    if (!mayChange(provider)) return fail(400, 81057, 'The record already exists.')
    const index = provider.records.findIndex(record => record.id === id)
    if (request.method === 'POST') {
      const record = stored(nextId(), asJson(body))
      provider.records.push(record)
      return good(shown(record))
    }
    if (index < 0) return fail(404, 81044, 'Record does not exist.')
    if (request.method === 'DELETE') provider.records.splice(index, 1)
    else provider.records[index] = stored(String(id), asJson(body))
    return good({ id })
  })
}

export const aliyunKey = { accessKeyId: 'LTAIexample', accessKeySecret: 'aliyun-secret' }

/** This follows the documentation of the signature and shares no code with the client. */
function aliyunSignature(url: URL): string {
  const percent = (text: string) =>
    [...Buffer.from(text)]
      .map(byte => {
        const char = String.fromCharCode(byte)
        return /[A-Za-z0-9\-_.~]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      })
      .join('')
  const pairs = [...url.searchParams]
    .filter(([name]) => name !== 'Signature')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const query = pairs.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&')
  return createHmac('sha1', `${aliyunKey.accessKeySecret}&`)
    .update(`GET&%2F&${percent(query)}`)
    .digest('base64')
}

export function startAliyun(zone: string): Promise<FakeProvider> {
  const fail = (status: number, Code: string, Message: string): Reply => ({
    status,
    body: { RequestId: 'r', Code, Message },
  })
  const nonces = new Set<string>()
  const rr = (name: string) => (name === zone ? '@' : name.slice(0, -zone.length - 1))
  return serve(zone, ({ url, provider }) => {
    const p = (name: string) => url.searchParams.get(name) ?? ''
    provider.asked.push(
      `${p('Action')} ${p('SubDomain') || p('RR') || p('KeyWord')} ${p('PageNumber')}`.trim(),
    )
    if (p('AccessKeyId') !== aliyunKey.accessKeyId)
      return fail(404, 'InvalidAccessKeyId.NotFound', 'Specified access key is not found.')
    if (p('Signature') !== aliyunSignature(url))
      return fail(400, 'SignatureDoesNotMatch', 'The request signature does not conform to Aliyun standards.')
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(p('Timestamp')))
      return fail(400, 'InvalidTimeStamp.Format', 'bad time')
    if (nonces.has(p('SignatureNonce')))
      return fail(400, 'SignatureNonceUsed', 'The request signature nonce has been used.')
    nonces.add(p('SignatureNonce'))
    if (provider.throttled)
      return fail(400, 'Throttling.User', 'Request was denied due to user flow control.')
    const page = Number(p('PageNumber') || 1)
    const size = Number(p('PageSize') || 20)
    const changing = /^(?:Add|Update|Delete)/.test(p('Action'))
    if (changing && !mayChange(provider))
      return fail(400, 'DomainRecordDuplicate', 'The DNS record already exists.')
    const value = p('Type') === 'MX' ? `${p('Priority')} ${p('Value')}` : p('Value')
    const fields = {
      name: p('RR') === '@' ? zone : `${p('RR')}.${zone}`,
      type: p('Type'),
      value,
      ttl: Number(p('TTL')),
    }
    const index = provider.records.findIndex(record => record.id === p('RecordId'))
    switch (p('Action')) {
      case 'DescribeDomains': {
        const found = p('KeyWord') === zone ? [{ DomainName: zone, PunyCode: zone }] : []
        return {
          status: 200,
          body: { TotalCount: found.length, PageNumber: page, PageSize: size, Domains: { Domain: found } },
        }
      }
      case 'DescribeSubDomainRecords': {
        const name = p('SubDomain').replace(/^@\./, '')
        const all = provider.records.filter(record => record.name === name)
        const Record = pageOf(all, page, size).map(record => {
          const [priority, host] = record.value.split(' ')
          const mx = record.type === 'MX'
          return {
            RecordId: record.id,
            RR: rr(record.name),
            Type: record.type,
            Value: mx ? host : record.value,
            ...(mx && { Priority: Number(priority) }),
            TTL: record.ttl,
            Line: 'default',
            Status: 'ENABLE',
          }
        })
        return {
          status: 200,
          body: { TotalCount: all.length, PageNumber: page, PageSize: size, DomainRecords: { Record } },
        }
      }
      case 'AddDomainRecord': {
        const record = { id: nextId(), ...fields }
        provider.records.push(record)
        return { status: 200, body: { RecordId: record.id, RequestId: 'r' } }
      }
      case 'UpdateDomainRecord':
      case 'DeleteDomainRecord':
        if (index < 0) return fail(400, 'DomainRecordNotBelongToUser', 'The record does not belong to you.')
        if (p('Action') === 'DeleteDomainRecord') provider.records.splice(index, 1)
        else provider.records[index] = { id: p('RecordId'), ...fields }
        return { status: 200, body: { RecordId: p('RecordId'), RequestId: 'r' } }
      default:
        return fail(404, 'InvalidAction.NotFound', 'Specified api is not found.')
    }
  })
}

export const tencentKey = { secretId: 'AKIDexample', secretKey: 'tencent-secret' }

/** This follows the documentation of the signature and shares no code with the client. */
function tencentAuthorization(request: IncomingMessage, body: string): string {
  const hex = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
  const mac = (secret: string | Buffer, text: string) => createHmac('sha256', secret).update(text, 'utf8')
  const time = String(request.headers['x-tc-timestamp'])
  const date = new Date(Number(time) * 1000).toISOString().split('T')[0] ?? ''
  const headers = `content-type:${request.headers['content-type']}\nhost:${request.headers.host}\n`
  const canonical = `POST\n/\n\n${headers}\ncontent-type;host\n${hex(body)}`
  const text = `TC3-HMAC-SHA256\n${time}\n${date}/dnspod/tc3_request\n${hex(canonical)}`
  const signing = mac(
    mac(mac(`TC3${tencentKey.secretKey}`, date).digest(), 'dnspod').digest(),
    'tc3_request',
  ).digest()
  const signature = mac(signing, text).digest('hex')
  return `TC3-HMAC-SHA256 Credential=${tencentKey.secretId}/${date}/dnspod/tc3_request, SignedHeaders=content-type;host, Signature=${signature}`
}

export function startDnspod(zone: string): Promise<FakeProvider> {
  const good = (fields: object): Reply => ({ status: 200, body: { Response: { ...fields, RequestId: 'r' } } })
  const fail = (Code: string, Message: string): Reply => good({ Error: { Code, Message } })
  return serve(zone, ({ request, body, provider }) => {
    const action = String(request.headers['x-tc-action'])
    const fields = asJson(body)
    provider.asked.push(
      `${action} ${String(fields.Subdomain ?? fields.SubDomain ?? fields.Keyword ?? '')} ${String(fields.Offset ?? '')}`.trim(),
    )
    const authorization = request.headers.authorization ?? ''
    if (!authorization.includes(`Credential=${tencentKey.secretId}/`))
      return fail('AuthFailure.SecretIdNotFound', 'The SecretId is not found')
    if (authorization !== tencentAuthorization(request, body))
      return fail('AuthFailure.SignatureFailure', 'The provided credentials could not be validated.')
    if (request.headers['x-tc-version'] !== '2021-03-23') return fail('NoSuchVersion', 'no such version')
    if (provider.throttled) return fail('RequestLimitExceeded', 'Your current request times exceed the limit')
    if (/^(?:Create|Modify|Delete)/.test(action) && !mayChange(provider))
      return fail('InvalidParameter.DomainRecordExist', 'The record already exists')
    const name = fields.SubDomain === '@' ? zone : `${fields.SubDomain}.${zone}`
    const value =
      fields.RecordType === 'MX'
        ? `${fields.MX} ${String(fields.Value).replace(/\.$/, '')}`
        : String(fields.Value)
    const record = { name, type: String(fields.RecordType), value, ttl: Number(fields.TTL) }
    const index = provider.records.findIndex(one => one.id === String(fields.RecordId))
    switch (action) {
      case 'DescribeDomainList': {
        if (fields.Keyword !== zone) return fail('ResourceNotFound.NoDataOfDomain', 'no data')
        return good({
          DomainCountInfo: { DomainTotal: 1 },
          DomainList: [{ Name: zone, Punycode: zone, DomainId: 7 }],
        })
      }
      case 'DescribeRecordList': {
        const wanted = fields.Subdomain === '@' ? zone : `${fields.Subdomain}.${zone}`
        const all = provider.records.filter(one => one.name === wanted)
        if (all.length === 0) return fail('ResourceNotFound.NoDataOfRecord', '记录列表为空。')
        const offset = Number(fields.Offset)
        const list = all.slice(offset, offset + Number(fields.Limit)).map(one => {
          const [priority, host] = one.value.split(' ')
          const mx = one.type === 'MX'
          return {
            RecordId: Number(one.id),
            Name: fields.Subdomain,
            Type: one.type,
            Value: mx || one.type === 'CNAME' ? `${mx ? host : one.value}.` : one.value,
            MX: mx ? Number(priority) : 0,
            TTL: one.ttl,
            Line: '默认',
            Status: 'ENABLE',
          }
        })
        return good({
          RecordCountInfo: { SubdomainCount: all.length, ListCount: list.length, TotalCount: all.length },
          RecordList: list,
        })
      }
      case 'CreateRecord': {
        const id = nextId()
        provider.records.push({ id, ...record })
        return good({ RecordId: Number(id) })
      }
      case 'ModifyRecord':
      case 'DeleteRecord':
        if (index < 0) return fail('InvalidParameter.RecordIdInvalid', 'no such record')
        if (action === 'DeleteRecord') provider.records.splice(index, 1)
        else provider.records[index] = { id: String(fields.RecordId), ...record }
        return good({ RecordId: Number(fields.RecordId) })
      default:
        return fail('InvalidAction', 'no such action')
    }
  })
}

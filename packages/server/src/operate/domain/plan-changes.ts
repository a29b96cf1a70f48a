/**
 * What has to change in a zone so that it says what it should. Records of others stay: SPF is merged, a DMARC policy
 * that is sound is left alone, and what stands in the way is only ever removed as a change of its own that can be seen
 * and left out. Pure: it knows neither providers nor who asks.
 */
import type { DnsRecord } from '@yanshu/contract'
import { readTags } from './dns/tags.ts'
import { defaultTtl, type ZoneRecord } from './provider/zone.ts'

export type WantedRecord = Pick<DnsRecord, 'kind' | 'name' | 'type' | 'value' | 'settable'>

export type PlannedChange = {
  readonly action: 'create' | 'update' | 'delete'
  /** Null when it is created. */
  readonly before: ZoneRecord | null
  /** Null when it is deleted. */
  readonly after: ZoneRecord | null
  readonly note: string
  readonly made: boolean
}

const create = (record: WantedRecord, note: string): PlannedChange => ({
  action: 'create',
  before: null,
  after: { name: record.name, type: record.type, value: record.value, ttl: defaultTtl },
  note,
  made: false,
})
const update = (before: ZoneRecord, value: string, note: string): PlannedChange => ({
  action: 'update',
  before,
  after: { ...before, value },
  note,
  made: false,
})
const remove = (before: ZoneRecord, note: string): PlannedChange => ({
  action: 'delete',
  before,
  after: null,
  note,
  made: false,
})

const isSpf = (value: string): boolean => /^v=spf1(?: |$)/i.test(value)

/** One record that allows all that the given ones allow, and our server; the strictest ending of a foreign one is kept. */
export function mergeSpf(values: readonly string[], wanted: string): string {
  const terms: string[] = []
  let ending: string | null = null
  for (const term of values.flatMap(value => value.split(/\s+/).slice(1))) {
    if (/^[+\-~?]?all$/i.test(term) || /^redirect=/i.test(term)) ending ??= term
    else if (term !== '' && !terms.includes(term)) terms.push(term)
  }
  if (!terms.some(term => /^\+?mx$/i.test(term))) terms.unshift(wanted)
  // Whoever may send is told by the record itself; everyone else is let in by nobody who means well.
  if (ending === null || /^\+?all$/i.test(ending)) ending = '~all'
  return ['v=spf1', ...terms, ending].join(' ')
}

function planSpf(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  const found = there.filter(one => one.type === 'TXT' && isSpf(one.value))
  const [first, ...more] = found
  if (!first) return [create(record, '公布谁可以替你发信')]
  const merged = mergeSpf(
    found.map(one => one.value),
    'mx',
  )
  return [
    ...(first.value === merged
      ? []
      : [
          update(
            first,
            merged,
            more.length > 0 ? '几条合并成一条，并加上这台服务器' : '保留原有内容，加上这台服务器',
          ),
        ]),
    ...more.map(one => remove(one, '已经合并到上一条')),
  ]
}

function planMx(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  const found = there.filter(one => one.type === 'MX')
  const host = record.value.split(' ')[1]
  const ours = found.find(one => one.value.split(' ')[1] === host)
  return [
    ...(ours ? [] : [create(record, '信送到这台服务器')]),
    ...found
      .filter(one => one !== ours)
      .map(one => remove(one, '现在的收信服务器；留着的话信会送到那里。不想删就取消勾选')),
  ]
}

/** One TXT record that is known by its version; a sound one of somebody else's stays. */
function planTagged(
  record: WantedRecord,
  there: readonly ZoneRecord[],
  isSound: (tags: ReturnType<typeof readTags>) => boolean,
  note: string,
): PlannedChange[] {
  const version = readTags(record.value).v
  const found = there.filter(one => one.type === 'TXT' && readTags(one.value).v === version)
  const keep = found.find(one => isSound(readTags(one.value))) ?? found[0]
  if (!keep) return [create(record, note)]
  return [
    ...(isSound(readTags(keep.value)) ? [] : [update(keep, record.value, '改成有效的写法')]),
    ...found.filter(one => one !== keep).map(one => remove(one, '只能有一条，多的会让它们都失效')),
  ]
}

/** At our own selectors nobody else has business. */
function planKey(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  const found = there.filter(one => one.type === 'TXT')
  const same = found.find(one => one.value === record.value)
  const keep = same ?? found[0]
  if (!keep) return [create(record, '公布签名用的公钥')]
  return [
    ...(same ? [] : [update(keep, record.value, '换成现在的公钥')]),
    ...found.filter(one => one !== keep).map(one => remove(one, '同一个名字下只能有一条')),
  ]
}

/** A name that has anything else is somebody's and is left alone. */
function planAlias(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  const cname = there.find(one => one.type === 'CNAME')
  if (cname)
    return cname.value === record.value.toLowerCase() ? [] : [update(cname, record.value, '指向这台服务器')]
  return there.length > 0 ? [] : [create(record, '指向这台服务器')]
}

function planSrv(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  return there.some(one => one.type === 'SRV') ? [] : [create(record, '邮件程序靠它找到服务器')]
}

function planFor(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  switch (record.kind) {
    case 'ownership':
      return there.some(one => one.type === 'TXT' && one.value === record.value)
        ? []
        : [create(record, '证明域名是你的')]
    case 'mx':
      return planMx(record, there)
    case 'spf':
      return planSpf(record, there)
    case 'dkimRsa':
    case 'dkimEd25519':
      return planKey(record, there)
    case 'dmarc': {
      const sound = /^(?:none|quarantine|reject)$/i
      return planTagged(record, there, tags => sound.test(tags.p ?? ''), '告诉收信方怎么处理冒名信')
    }
    case 'mtaSts':
      return record.type === 'CNAME'
        ? planAlias(record, there)
        : planTagged(record, there, tags => tags.id === readTags(record.value).id, '要求对方加密送信')
    case 'tlsRpt':
      return planTagged(
        record,
        there,
        tags => /^(?:mailto|https):/i.test(tags.rua ?? ''),
        '加密出问题时收到报告',
      )
    case 'autoconfig':
      return record.type === 'SRV' ? planSrv(record, there) : planAlias(record, there)
    default:
      return []
  }
}

/** RFC 1034, section 3.6.2: beside a CNAME nothing else may stand. */
const standsInTheWay = (record: WantedRecord, there: readonly ZoneRecord[]): boolean =>
  record.type !== 'CNAME' && there.some(one => one.type === 'CNAME')

export function planChanges(
  records: readonly WantedRecord[],
  existing: readonly ZoneRecord[],
): PlannedChange[] {
  return records
    .filter(record => record.settable)
    .flatMap(record => {
      const there = existing.filter(one => one.name === record.name)
      return standsInTheWay(record, there) ? [] : planFor(record, there)
    })
}

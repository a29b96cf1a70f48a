/**
 * Plans the changes that a zone needs to hold the expected records. Records of others stay: SPF is merged,
 * and a sound DMARC policy is left alone. A record in the way is only removed by a change of its own, which
 * people can see and leave out. It is pure and knows neither providers nor callers.
 */
import type { DnsRecord } from '@yanshu/contract'
import { type Fact, fact } from '../ledger/fact/fact.ts'
import { readTags } from './dns/tags.ts'
import { defaultTtl, type ZoneRecord } from './provider/zone.ts'

export type WantedRecord = Pick<DnsRecord, 'kind' | 'name' | 'type' | 'value' | 'settable'>

export type PlannedChange = {
  readonly action: 'create' | 'update' | 'delete'
  /** Null when the change creates a record. */
  readonly before: ZoneRecord | null
  /** Null when the change deletes a record. */
  readonly after: ZoneRecord | null
  /** The reason for the change. */
  readonly note: Fact
  readonly made: boolean
}

const create = (record: WantedRecord, note: Fact): PlannedChange => ({
  action: 'create',
  before: null,
  after: { name: record.name, type: record.type, value: record.value, ttl: defaultTtl },
  note,
  made: false,
})
const update = (before: ZoneRecord, value: string, note: Fact): PlannedChange => ({
  action: 'update',
  before,
  after: { ...before, value },
  note,
  made: false,
})
const remove = (before: ZoneRecord, note: Fact): PlannedChange => ({
  action: 'delete',
  before,
  after: null,
  note,
  made: false,
})

const isSpf = (value: string): boolean => /^v=spf1(?: |$)/i.test(value)

/**
 * Makes one record that allows our server and everything that the given ones allow. It keeps the first ending
 * among them, unless that lets everybody in.
 */
export function mergeSpf(values: readonly string[], wanted: string): string {
  const terms: string[] = []
  let ending: string | null = null
  for (const term of values.flatMap(value => value.split(/\s+/).slice(1))) {
    if (/^[+\-~?]?all$/i.test(term) || /^redirect=/i.test(term)) ending ??= term
    else if (term !== '' && !terms.includes(term)) terms.push(term)
  }
  if (!terms.some(term => /^\+?mx$/i.test(term))) terms.unshift(wanted)
  // The record lists the permitted senders, so an ending that lets everybody in is replaced.
  if (ending === null || /^\+?all$/i.test(ending)) ending = '~all'
  return ['v=spf1', ...terms, ending].join(' ')
}

function planSpf(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  const found = there.filter(one => one.type === 'TXT' && isSpf(one.value))
  const [first, ...more] = found
  if (!first) return [create(record, fact('planSpf', {}))]
  const merged = mergeSpf(
    found.map(one => one.value),
    'mx',
  )
  return [
    ...(first.value === merged
      ? []
      : [update(first, merged, more.length > 0 ? fact('planSpfMerged', {}) : fact('planSpfExtended', {}))]),
    ...more.map(one => remove(one, fact('planMergedAway', {}))),
  ]
}

function planMx(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  const found = there.filter(one => one.type === 'MX')
  const host = record.value.split(' ')[1]
  const ours = found.find(one => one.value.split(' ')[1] === host)
  return [
    ...(ours ? [] : [create(record, fact('planMx', {}))]),
    ...found.filter(one => one !== ours).map(one => remove(one, fact('planOtherMx', {}))),
  ]
}

/** Plans one TXT record that is known by its version; a sound one of somebody else's stays. */
function planTagged(
  record: WantedRecord,
  there: readonly ZoneRecord[],
  isSound: (tags: ReturnType<typeof readTags>) => boolean,
  note: Fact,
): PlannedChange[] {
  const version = readTags(record.value).v
  const found = there.filter(one => one.type === 'TXT' && readTags(one.value).v === version)
  const keep = found.find(one => isSound(readTags(one.value))) ?? found[0]
  if (!keep) return [create(record, note)]
  return [
    ...(isSound(readTags(keep.value)) ? [] : [update(keep, record.value, fact('planRepaired', {}))]),
    ...found.filter(one => one !== keep).map(one => remove(one, fact('planOnlyOne', {}))),
  ]
}

/** Our own selectors belong to nobody else. */
function planKey(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  const found = there.filter(one => one.type === 'TXT')
  const same = found.find(one => one.value === record.value)
  const keep = same ?? found[0]
  if (!keep) return [create(record, fact('planKey', {}))]
  return [
    ...(same ? [] : [update(keep, record.value, fact('planKeyReplaced', {}))]),
    ...found.filter(one => one !== keep).map(one => remove(one, fact('planOneOfName', {}))),
  ]
}

/** A name with any other record belongs to somebody and is left alone. */
function planAlias(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  const cname = there.find(one => one.type === 'CNAME')
  if (cname)
    return cname.value === record.value.toLowerCase()
      ? []
      : [update(cname, record.value, fact('planAlias', {}))]
  return there.length > 0 ? [] : [create(record, fact('planAlias', {}))]
}

function planSrv(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  return there.some(one => one.type === 'SRV') ? [] : [create(record, fact('planSrv', {}))]
}

function planFor(record: WantedRecord, there: readonly ZoneRecord[]): PlannedChange[] {
  switch (record.kind) {
    case 'ownership':
      return there.some(one => one.type === 'TXT' && one.value === record.value)
        ? []
        : [create(record, fact('planOwnership', {}))]
    case 'mx':
      return planMx(record, there)
    case 'spf':
      return planSpf(record, there)
    case 'dkimRsa':
    case 'dkimEd25519':
      return planKey(record, there)
    case 'dmarc': {
      const sound = /^(?:none|quarantine|reject)$/i
      return planTagged(record, there, tags => sound.test(tags.p ?? ''), fact('planDmarc', {}))
    }
    case 'mtaSts':
      return record.type === 'CNAME'
        ? planAlias(record, there)
        : planTagged(record, there, tags => tags.id === readTags(record.value).id, fact('planSts', {}))
    case 'tlsRpt':
      return planTagged(
        record,
        there,
        tags => /^(?:mailto|https):/i.test(tags.rua ?? ''),
        fact('planTlsRpt', {}),
      )
    case 'autoconfig':
      return record.type === 'SRV' ? planSrv(record, there) : planAlias(record, there)
    default:
      return []
  }
}

/** RFC 1034, section 3.6.2: no other record may exist beside a CNAME. */
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

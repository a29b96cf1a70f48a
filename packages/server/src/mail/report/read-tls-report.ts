/** Reads a report about encrypted delivery (RFC 8460, section 4), as foreign programs write it. */
import { countOf, isPeriod, maxRows, nameOf, plain, type TlsReport, type TlsRow } from './report.ts'

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, maxRows) : [])
/** Some write a list of one where the format wants a text. */
const oneOf = (value: unknown): unknown => {
  const list = Array.isArray(value) ? value : [value]
  return list.length === 1 ? list[0] : ''
}

function rowsOf(policy: Fields): TlsRow[] {
  const summary = fieldsOf(policy.summary)
  const own = nameOf(oneOf(fieldsOf(policy.policy)['mx-host']))
  const failures = listOf(policy['failure-details']).map(value => {
    const detail = fieldsOf(value)
    return {
      host: nameOf(detail['receiving-mx-hostname']) || own,
      failure: nameOf(detail['result-type']) || 'unknown',
      count: countOf(detail['failed-session-count']),
    }
  })
  const told = failures.reduce((sum, { count }) => sum + count, 0)
  // Some count failures that they tell nothing about.
  const untold = countOf(summary['total-failure-session-count']) - told
  return [
    { host: own, failure: '', count: countOf(summary['total-successful-session-count']) },
    ...failures,
    { host: own, failure: 'unknown', count: Math.max(0, untold) },
  ].filter(({ count }) => count > 0)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function readTlsReport(text: string): TlsReport | null {
  const root = fieldsOf(parsed(text))
  const range = fieldsOf(root['date-range'])
  const policies = listOf(root.policies).map(fieldsOf)
  const first = fieldsOf(policies[0]?.policy)
  const domain = nameOf(first['policy-domain'])
  const org = plain(root['organization-name'], 100)
  const reportId = plain(root['report-id'])
  const beginAt = Date.parse(plain(range['start-datetime']))
  const endAt = Date.parse(plain(range['end-datetime']))
  if (domain === '' || org === '' || reportId === '' || !isPeriod(beginAt, endAt)) return null
  const same = policies.filter(policy => nameOf(fieldsOf(policy.policy)['policy-domain']) === domain)
  const rows = same.flatMap(rowsOf).slice(0, maxRows)
  return { kind: 'tls', org, reportId, domain, beginAt, endAt, policy: nameOf(first['policy-type']), rows }
}

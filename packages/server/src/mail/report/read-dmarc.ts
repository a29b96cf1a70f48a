/** Reads an aggregate report (RFC 7489, section 7.2), and its successors, as foreign programs write them. */
import { isIP } from 'node:net'
import { childOf, childrenOf, readXml, textOf, type XmlNode } from './read-xml.ts'
import { countOf, type DmarcReport, type DmarcRow, isPeriod, maxRows, nameOf, plain } from './report.ts'

/** Seconds since 1970; some write milliseconds, and some a date. */
function timeOf(text: string): number {
  if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Math.floor(Number(text)) * 1000
  if (/^\d{12,14}$/.test(text)) return Number(text)
  return Date.parse(text)
}

const isPass = (text: string): boolean => text.toLowerCase() === 'pass'

function dispositionOf(text: string): DmarcRow['disposition'] {
  const word = text.toLowerCase()
  return word === 'quarantine' || word === 'reject' ? word : 'none'
}

function rowOf(record: XmlNode): DmarcRow | null {
  const row = childOf(record, 'row')
  const source = textOf(row, 'source_ip').toLowerCase()
  const count = countOf(textOf(row, 'count') || '1')
  if (isIP(source) === 0 || count === 0) return null
  const judged = childOf(row, 'policy_evaluated')
  const results = childOf(record, 'auth_results')
  const spf = childrenOf(results, 'spf').find(one => isPass(textOf(one, 'result')))
  const signatures = childrenOf(results, 'dkim').filter(one => textOf(one, 'result').toLowerCase() !== 'none')
  return {
    source,
    count,
    disposition: dispositionOf(textOf(judged, 'disposition')),
    dkim: isPass(textOf(judged, 'dkim')),
    spf: isPass(textOf(judged, 'spf')),
    override: plain(textOf(childOf(judged, 'reason'), 'type'), 40).toLowerCase(),
    spfDomain: spf ? nameOf(textOf(spf, 'domain')) : '',
    isSigned: signatures.length > 0,
  }
}

export function readDmarc(xml: string): DmarcReport | null {
  const root = readXml(xml)
  if (root?.name !== 'feedback') return null
  const meta = childOf(root, 'report_metadata')
  const range = childOf(meta, 'date_range')
  const published = childOf(root, 'policy_published')
  const domain = nameOf(textOf(published, 'domain'))
  const email = textOf(meta, 'email')
  const org = plain(textOf(meta, 'org_name'), 100) || nameOf(email.slice(email.lastIndexOf('@') + 1))
  const reportId = plain(textOf(meta, 'report_id'))
  const beginAt = timeOf(textOf(range, 'begin'))
  const endAt = timeOf(textOf(range, 'end'))
  if (domain === '' || org === '' || reportId === '' || !isPeriod(beginAt, endAt)) return null
  const rows = childrenOf(root, 'record')
    .slice(0, maxRows)
    .map(rowOf)
    .filter(row => row !== null)
  return {
    kind: 'dmarc',
    org,
    reportId,
    domain,
    beginAt,
    endAt,
    policy: nameOf(textOf(published, 'p')),
    rows,
  }
}

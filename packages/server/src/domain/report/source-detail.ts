/** What a row of reports says of its source, in the short form in which it is kept. */
import type { DmarcRow } from '../../mail/report/report.ts'

export type DmarcDetail = Omit<DmarcRow, 'source' | 'count'>
/** `org` tells of a failure who reported it. */
export type TlsDetail = { readonly failure: string; readonly org: string }

export const storedDmarc = (row: DmarcDetail): string =>
  JSON.stringify([
    row.disposition,
    Number(row.dkim),
    Number(row.spf),
    Number(row.isSigned),
    row.override,
    row.spfDomain,
  ])

export function readDmarcDetail(stored: string): DmarcDetail {
  const [disposition, dkim, spf, isSigned, override, spfDomain] = JSON.parse(stored) as [
    DmarcRow['disposition'],
    ...[number, number, number],
    ...[string, string],
  ]
  return { disposition, dkim: dkim === 1, spf: spf === 1, isSigned: isSigned === 1, override, spfDomain }
}

export const storedTls = ({ failure, org }: TlsDetail): string =>
  JSON.stringify(failure === '' ? [] : [failure, org])

export function readTlsDetail(stored: string): TlsDetail {
  const [failure = '', org = ''] = JSON.parse(stored) as string[]
  return { failure, org }
}

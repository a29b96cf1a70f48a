/** A report that was read, so that it counts once. */
export type DomainReportTable = {
  domain_id: string
  kind: 'dmarc' | 'tls'
  /** Who wrote it. */
  org: string
  report_id: string
  /** The policy that the writer saw. */
  policy: string
  end_at: number
  received_at: number
}

/** The sums of all reports about one day of a domain, by source. */
export type DomainSourceTable = {
  domain_id: string
  kind: 'dmarc' | 'tls'
  /** Its beginning in UTC. */
  day: number
  /** The sender's address, or our server; empty for all that are too many to be kept apart. */
  source: string
  /** JSON: see `source-detail.ts`. */
  detail: string
  sessions: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    domain_report: DomainReportTable
    domain_source: DomainSourceTable
  }
}

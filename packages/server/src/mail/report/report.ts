/** What a report says, in our own words: one that names every source of mail of a domain, or one about its encryption. */
export type ReportHead = {
  /** Who wrote it. */
  readonly org: string
  readonly reportId: string
  /** The domain that it is about. */
  readonly domain: string
  readonly beginAt: number
  readonly endAt: number
}

/** RFC 7489, section 7.2: what one address sent in the name of the domain. */
export type DmarcRow = {
  readonly source: string
  readonly count: number
  /** What was done with it. */
  readonly disposition: 'none' | 'quarantine' | 'reject'
  /** Whether DKIM, or SPF, passed for the domain itself. */
  readonly dkim: boolean
  readonly spf: boolean
  /** Why the receiver did other than the policy says; empty when it did not. */
  readonly override: string
  /** The domain for which SPF passed, whether or not it is the author's; empty when it did not pass. */
  readonly spfDomain: string
  /** Whether there was a signature at all. */
  readonly isSigned: boolean
}

export type DmarcReport = ReportHead & {
  readonly kind: 'dmarc'
  readonly policy: string
  readonly rows: readonly DmarcRow[]
}

/** RFC 8460, section 4.3: sessions of one kind with one of our servers. */
export type TlsRow = {
  /** Our server; empty where the report does not say. */
  readonly host: string
  /** Empty for sessions that succeeded. */
  readonly failure: string
  readonly count: number
}

export type TlsReport = ReportHead & {
  readonly kind: 'tls'
  readonly policy: string
  readonly rows: readonly TlsRow[]
}

export type DomainReport = DmarcReport | TlsReport

export const maxRows = 5000
/** A count beyond this is nonsense, and sums of it would be. */
export const maxCount = 1_000_000_000

export const countOf = (value: unknown): number => {
  const count = typeof value === 'string' ? Number(value.trim()) : value
  return typeof count === 'number' && Number.isFinite(count) && count > 0
    ? Math.min(Math.floor(count), maxCount)
    : 0
}

/** Cuts a word of a stranger to one line of bounded length. */
export const plain = (text: unknown, most = 200): string =>
  typeof text === 'string'
    ? text
        .replace(/[\p{Cc}\p{Cf}]/gu, '')
        .trim()
        .slice(0, most)
    : ''

/** Returns a name in lower case; empty for anything that is none. */
export const nameOf = (text: unknown): string => {
  const name = plain(text, 300).toLowerCase().replace(/\.$/, '')
  return /^[a-z0-9_*-][a-z0-9._*-]{0,252}$/.test(name) ? name : ''
}

const longestMs = 8 * 86_400_000

/** A report is about a day, or a few; anything else has its dates wrong. */
export const isPeriod = (beginAt: number, endAt: number): boolean =>
  Number.isFinite(beginAt) && Number.isFinite(endAt) && endAt >= beginAt && endAt - beginAt <= longestMs

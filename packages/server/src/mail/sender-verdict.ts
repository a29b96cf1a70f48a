/**
 * The results of the sender checks, and the results when the checks could not be made. It is plain data
 * without the checks themselves.
 */
import type { MailDetail } from '@yanshu/contract'

/** The checks as people read them. */
export type SenderChecks = MailDetail['auth']
export type CheckName = keyof SenderChecks
export type CheckResult = SenderChecks[CheckName]

/**
 * The reason for a result that does not explain itself. The checks could not be made in time (`late`), the
 * mail never left this server (`own`), or a signature covers only part of the body (`partial`), was good for a
 * time that is over (`expired`), or names a key that does not exist (`noKey`). The header can be read in several
 * ways (`unclear`), has a field twice (`twice`), or names another author than the one that was checked
 * (`otherAuthor`, `forged`).
 */
export type CheckNote =
  | 'late'
  | 'own'
  | 'partial'
  | 'expired'
  | 'noKey'
  | 'unclear'
  | 'twice'
  | 'otherAuthor'
  | 'forged'

/** The result of one check as it is stored with the mail; words are added when it is shown. */
export type Said = Pick<CheckResult, 'result' | 'domain'> & { readonly note?: CheckNote }
export type KeptChecks = Readonly<Record<CheckName, Said>>

/**
 * Returns the domain of an address, spelt as DMARC compares it. It uses no pattern, because a domain of many
 * dots would take a pattern very long.
 */
export function authorDomain(address: string): string {
  let end = address.length
  while (address[end - 1] === '.') end--
  return address.slice(address.lastIndexOf('@') + 1, end).toLowerCase()
}

const results: Readonly<Record<CheckResult['result'], true>> = {
  pass: true,
  fail: true,
  softfail: true,
  neutral: true,
  none: true,
  temperror: true,
  permerror: true,
  policy: true,
}
export const isResult = (value: string): value is CheckResult['result'] => Object.hasOwn(results, value)

/** Reads a result of mailauth; a missing result means that there was nothing to check. */
export function saidBy(found: { status?: { result?: string }; domain?: string } | false): Said {
  if (!found) return { result: 'none', domain: '' }
  const { status, domain = '' } = found
  const result = status?.result ?? 'none'
  return { result: isResult(result) ? result : 'none', domain }
}

/** Earlier versions had no word for a weak signature. They kept `none`, and the domain that had signed. */
export const asKeptNow = (checks: KeptChecks): KeptChecks =>
  checks.dkim.result === 'none' && checks.dkim.domain !== ''
    ? { ...checks, dkim: { result: 'policy', domain: checks.dkim.domain } }
    : checks

const temporary: Said = { result: 'temperror', domain: '', note: 'late' }

export const uncheckedSender: KeptChecks = {
  spf: temporary,
  dkim: temporary,
  dmarc: temporary,
  arc: temporary,
}

const own: Said = { result: 'pass', domain: '', note: 'own' }

/** The checks of mail that never left this server: its sender was known before it was sent. */
export const ownSender: KeptChecks = {
  spf: own,
  dkim: own,
  dmarc: own,
  arc: { result: 'none', domain: '' },
}

type Doubt = Required<Pick<Said, 'result' | 'note'>>
const doubted = (check: Said, doubt: Doubt): Said =>
  check.result === 'pass' ? { ...check, ...doubt } : check

const twice: Doubt = { result: 'neutral', note: 'twice' }

/**
 * Handles a field that occurs twice. We show the first, but a signature covers the last (RFC 6376, section
 * 5.4.2), so a signature proves nothing about the shown one. A server that may send for the domain does prove
 * it, as long as there is one From.
 */
export function withDoubleFields(checks: KeptChecks, fromTwice: boolean): KeptChecks {
  const byServer = checks.spf.result === 'pass' && checks.spf.domain === checks.dmarc.domain && !fromTwice
  return {
    ...checks,
    dkim: doubted(checks.dkim, twice),
    dmarc: byServer ? checks.dmarc : doubted(checks.dmarc, twice),
    arc: doubted(checks.arc, twice),
  }
}

const another: Doubt = { result: 'neutral', note: 'otherAuthor' }

/** The checked author is not the shown one, so no result proves anything about the shown author. */
export function ofAnotherAuthor(checks: KeptChecks): KeptChecks {
  return {
    ...checks,
    dkim: doubted(checks.dkim, another),
    dmarc: doubted(checks.dmarc, { result: 'fail', note: 'forged' }),
    arc: doubted(checks.arc, another),
  }
}

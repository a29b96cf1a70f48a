/**
 * Opinions from outside about a message: rspamd's and ClamAV's, when the operator runs them. They add to our own score.
 * A scanner that is slow, broken or gone adds nothing, and never holds up a mail for longer than a person would notice.
 */
import { askClamav } from './clamav.ts'
import { noOpinion, type Scan } from './opinion.ts'
import { askRspamd } from './rspamd.ts'

export type ScannerSetup = {
  /** Base address of rspamd's worker; empty when there is none. */
  rspamdUrl: string
  rspamdPassword: string
  /** host:port or the path of a socket; empty when there is none. */
  clamav: string
}

export const noScanners: ScannerSetup = { rspamdUrl: '', rspamdPassword: '', clamav: '' }

export function createScan(setup: ScannerSetup): Scan {
  const scanners: Scan[] = [
    ...(setup.rspamdUrl === '' ? [] : [askRspamd(setup.rspamdUrl, setup.rspamdPassword)]),
    ...(setup.clamav === '' ? [] : [askClamav(setup.clamav)]),
  ]
  return async (raw, envelope) => {
    const opinions = await Promise.all(scanners.map(scanner => scanner(raw, envelope).catch(() => noOpinion)))
    return {
      points: opinions.reduce((sum, opinion) => sum + opinion.points, 0),
      rules: opinions.flatMap(opinion => opinion.rules),
    }
  }
}

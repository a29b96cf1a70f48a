/** Tells the log which certificate is in use, and once a day when it ends soon. */
import { X509Certificate } from 'node:crypto'
import { type Clock, day } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'

/** The doctor warns from the same day on. */
export const endsSoonDays = 14

export type CertificateNews = {
  /** Another certificate is in use from now on. */
  loaded(pem: Buffer): void
  /** Tells of an end that is near, at most once a day. */
  look(): void
}

export function createCertificateNews(deps: { log: Log; clock: Clock; file: string }): CertificateNews {
  const { log, clock, file } = deps
  let inUse: X509Certificate | null = null
  let toldAt = Number.NEGATIVE_INFINITY

  function factsOf({ validTo, subjectAltName, subject }: X509Certificate) {
    const end = Date.parse(validTo)
    return {
      file,
      names: subjectAltName ?? subject.replaceAll('\n', ', '),
      until: new Date(end).toISOString(),
      days: Math.floor((end - clock.now()) / day),
    }
  }

  function look(): void {
    if (inUse === null || Math.abs(clock.now() - toldAt) < day) return
    const facts = factsOf(inUse)
    if (facts.days >= endsSoonDays) return
    toldAt = clock.now()
    log.event('certificate.expiring', facts)
  }

  return {
    loaded(pem) {
      inUse = new X509Certificate(pem)
      toldAt = Number.NEGATIVE_INFINITY
      log.event('certificate.loaded', factsOf(inUse))
      look()
    },
    look,
  }
}

/**
 * Reads reports about our domains (DMARC and TLS) that come to the address that our records name. What they say
 * goes into the sums that the page of the domain shows, and the mail itself out of the postmaster's sight.
 */
import type { Db } from '../../database/types.ts'
import { type DomainRow, findDomainByName } from '../../domain/domains.ts'
import { takeReport } from '../../domain/report/take-report.ts'
import type { Log } from '../../kernel/log.ts'
import { findReports, maxReportMail } from '../../mail/report/find-reports.ts'
import type { DomainReport } from '../../mail/report/report.ts'
import type { ArrivalStep } from '../../mailbox/mail/arrival-step.ts'

/** Where our records send reports, and where people like to send them. */
const mayReceive = /^(?:postmaster|(?:.*[._-])?(?:dmarc|tls-?rpt|rua|reports?)(?:[._-].*)?)@/

const postmaster = /^postmaster@/

type About = { report: DomainReport; domain: DomainRow }

/** A report is believed about the recipient's own domain, and about others of the same holder. */
async function aboutOurs(
  db: Db,
  reports: readonly DomainReport[],
  recipients: readonly { domainId: string; ownerId: string | null }[],
): Promise<About[]> {
  const found: About[] = []
  for (const report of reports) {
    const domain = await findDomainByName(db.query, report.domain)
    const isTheirs = (one: { domainId: string; ownerId: string | null }) =>
      domain?.id === one.domainId || (domain?.owner_id !== null && domain?.owner_id === one.ownerId)
    if (domain && recipients.some(isTheirs)) found.push({ report, domain })
  }
  return found
}

export const takeReports = ({ db, log }: { db: Db; log: Log }): ArrivalStep => ({
  name: 'takeReports',
  async prepare({ raw, envelope, checks }) {
    const recipients = envelope.recipients.filter(({ address }) => mayReceive.test(address))
    if (recipients.length === 0 || raw.length > maxReportMail) return null
    // Whoever writes in another's name may not tell us about our domains.
    if (checks().dmarc.result === 'fail') return null
    const about = await aboutOurs(db, await findReports(raw), recipients).catch((cause: unknown) => {
      log.warn({ err: cause }, 'a report could not be read')
      return []
    })
    if (about.length === 0) return null
    return {
      keeps: address => !postmaster.test(address),
      async store(tx, mailbox, _facts, now) {
        if (!mayReceive.test(mailbox.address)) return
        // Of several mailboxes that get the mail, the first enters it: each report counts once.
        for (const { report, domain } of about) await takeReport(tx, domain.id, report, now)
      },
    }
  },
})

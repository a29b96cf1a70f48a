/**
 * The belongings of all rooms, from the top of the house down: rows that refer to a row go before that row.
 */
import { certificateBelongings } from './certificate/belongings.ts'
import { commerceBelongings } from './commerce/belongings.ts'
import { domainBelongings } from './domain/belongings.ts'
import { identityBelongings } from './identity/manage/belongings.ts'
import { inboundBelongings } from './inbound/belongings.ts'
import { auditBelongings } from './ledger/audit/belongings.ts'
import type { Belonging } from './ledger/life/belonging.ts'
import { settingBelongings } from './ledger/setting/belongings.ts'
import { tallyBelongings } from './ledger/tally/belongings.ts'
import { mailboxBelongings } from './mailbox/life/belongings.ts'
import { operateBelongings } from './operate/belongings.ts'
import { outboundBelongings } from './outbound/belongings.ts'
import { imapBelongings } from './programs/imap/belongings.ts'

export const allBelongings: readonly Belonging[] = [
  ...operateBelongings,
  ...imapBelongings,
  ...commerceBelongings,
  ...outboundBelongings,
  ...inboundBelongings,
  ...mailboxBelongings,
  ...certificateBelongings,
  ...domainBelongings,
  ...settingBelongings,
  ...tallyBelongings,
  ...auditBelongings,
  ...identityBelongings,
]

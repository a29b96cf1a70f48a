import type { MailDetail, Person } from '@yanshu/contract'
import type { KeptChecks } from '../../mail/sender-verdict.ts'

/** The warning of a mail whose code may stand in a picture. */
export const codeInPicture = 'code-in-picture'

/** Kept with the message; what is not needed for lists but should not be worked out again. */
export type MessageDetails = {
  to: Person[]
  cc: Person[]
  replyTo: Person[]
  date: string | null
  messageId: string
  auth: KeptChecks
  codeEvidence: MailDetail['codeEvidence']
  linkEvidence: MailDetail['linkEvidence']
  spamRules: string[]
  warnings: string[]
}

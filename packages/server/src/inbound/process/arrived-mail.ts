/** What a worker thread finds in a message that has arrived. Plain data. */
import type { MailDetail, Person } from '@yanshu/contract'
import type { FilterFacts, FilterOutcome } from '../filter/filter.ts'
import type { SenderChecks } from './sender-verdict.ts'

/** Kept with the message; what is not needed for lists but should not be worked out again. */
export type MessageDetails = {
  to: Person[]
  cc: Person[]
  replyTo: Person[]
  date: string | null
  messageId: string
  auth: SenderChecks
  codeEvidence: MailDetail['codeEvidence']
  linkEvidence: MailDetail['linkEvidence']
  spamRules: string[]
  warnings: string[]
}

export type ArrivedMail = {
  subject: string
  from: Person
  preview: string
  code: string | null
  link: string | null
  attachmentCount: number
  spamScore: number
  to: Person[]
  messageId: string
  dmarc: SenderChecks['dmarc']['result']
  /** `MessageDetails` as JSON, as they are kept: they are written down where they are found, so that little travels. */
  details: string
  /** Space-separated search tokens. */
  tokens: string
}

/** With what the filters ask about, which is large, seldom asked for and stays in the thread. */
export type ReadMail = { mail: ArrivedMail; facts(): FilterFacts }

/** What the filters of one mailbox decided; where it has none, nothing was decided. */
export type MailboxOutcome = { address: string; outcome: FilterOutcome }

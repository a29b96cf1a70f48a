/** The results of a worker thread for a message that has arrived, as plain data. */
import type { Person } from '@yanshu/contract'
import type { KeptChecks } from '../../mail/sender-verdict.ts'
import type { FilterFacts, FilterOutcome } from '../filter/filter.ts'

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
  dmarc: KeptChecks['dmarc']['result']
  /** `MessageDetails` as JSON, as they are kept: they are written down where they are found, so that little travels. */
  details: string
  /** Space-separated search tokens. */
  tokens: string
}

/** With what the filters ask about, which is large, seldom asked for and stays in the thread. */
export type ReadMail = { mail: ArrivedMail; facts(): FilterFacts }

/** The decision of one mailbox's filters; without filters nothing is decided. */
export type MailboxOutcome = { address: string; outcome: FilterOutcome }

/** Stands for a message that could not be read: it shows where the message came from, and that its source is there. */

import { uncheckedSender } from '../../mail/sender-verdict.ts'
import type { MessageDetails } from '../../mailbox/mail/message-details.ts'
import type { Journaled } from '../journal/journaled.ts'
import { inboundWords } from '../words/words.ts'
import type { ArrivedMail } from './arrived-mail.ts'

export function unreadableMail({ envelope }: Pick<Journaled, 'envelope'>): ArrivedMail {
  const from = { name: '', address: envelope.from }
  const to = envelope.recipients.map(({ address }) => ({ name: '', address }))
  const details: MessageDetails = {
    to,
    cc: [],
    replyTo: [],
    date: null,
    messageId: '',
    auth: uncheckedSender,
    codeEvidence: null,
    linkEvidence: null,
    spamRules: [],
    warnings: ['unreadable'],
  }
  return {
    subject: inboundWords.unreadable,
    from,
    preview: '',
    code: null,
    link: null,
    attachmentCount: 0,
    spamScore: 0,
    to,
    messageId: '',
    dmarc: uncheckedSender.dmarc.result,
    details: JSON.stringify(details),
    tokens: '',
  }
}

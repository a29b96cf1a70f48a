/** What is shown of a message that could not be read: where it came from, and that its source is there. */
import type { Journaled } from '../receive/journal.ts'
import type { ArrivedMail } from './arrived-mail.ts'
import { uncheckedSender } from './sender-verdict.ts'

export function unreadableMail({ envelope }: Journaled): ArrivedMail {
  const from = { name: '', address: envelope.from }
  const recipients = envelope.recipients.map(recipient => recipient.address)
  return {
    subject: '（这封邮件无法解析，可以查看原文）',
    from,
    preview: '',
    code: null,
    link: null,
    attachmentCount: 0,
    spamScore: 0,
    details: {
      to: recipients.map(address => ({ name: '', address })),
      cc: [],
      replyTo: [],
      date: null,
      messageId: '',
      auth: uncheckedSender,
      codeEvidence: null,
      linkEvidence: null,
      spamRules: [],
      warnings: ['unreadable'],
    },
    tokens: '',
  }
}

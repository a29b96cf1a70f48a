/** What is shown of a message that could not be read: where it came from, and that its source is there. */
import type { Journaled } from '../receive/journal.ts'
import type { ArrivedMail, MessageDetails } from './arrived-mail.ts'
import { uncheckedSender } from './sender-verdict.ts'

export function unreadableMail({ envelope }: Journaled): ArrivedMail {
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
    subject: '（这封邮件无法解析，可以查看原文）',
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

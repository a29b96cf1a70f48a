/** A mail for tests, with only what matters named. */
import type { MailRow } from '@yanshu/contract'

export function mailOf(given: Partial<MailRow>): MailRow {
  return {
    id: 'm1',
    mailboxId: 'b1',
    address: 'a@yanshu.test',
    from: { name: '', address: 'from@example.com' },
    to: [],
    subject: '',
    preview: '',
    receivedAt: '2026-11-15T08:00:00.000Z',
    read: false,
    starred: false,
    folder: 'inbox',
    labels: [],
    code: null,
    link: null,
    attachmentCount: 0,
    size: 1,
    spamScore: 0,
    ...given,
  }
}

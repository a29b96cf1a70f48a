/** Makes mails, mailboxes and folders for tests; a test names only the fields that matter. */
import type { FolderRow, Mailbox, MailRow } from '@yanshu/contract'

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

export function boxOf(given: Partial<Mailbox>): Mailbox {
  return {
    id: 'b1',
    address: 'a@yanshu.test',
    localPart: 'a',
    domain: 'yanshu.test',
    kind: 'temporary',
    status: 'active',
    note: '',
    createdAt: '2026-11-15T08:00:00.000Z',
    expiresAt: null,
    unread: 0,
    mailsLeft: null,
    endsAfterCode: false,
    pinned: false,
    mayPause: true,
    ...given,
  }
}

/** A folder of one's own; its path is its name, unless a test says where it stands. */
export function folderOf(given: Partial<FolderRow> & { name: string }): FolderRow {
  return {
    id: 'f1',
    mailboxId: 'b1',
    role: null,
    parentId: null,
    path: [given.name],
    color: null,
    isSubscribed: true,
    unread: 0,
    total: 0,
    ...given,
  }
}

import { type InboxView, inboxFolders } from '../../../../mail/inbox/inbox-url.ts'
import { lookPath } from '../../../../site/paths.ts'

/** The folders of a look; codes have no list of their own, since they are covered. */
export const lookFolders = inboxFolders.filter(folder => folder !== 'code')

export const lookUrl = ({ mailbox, folder, q, mail, panel }: InboxView): string =>
  lookPath({ look: mailbox, folder: folder === 'inbox' ? null : folder, q, mail, panel })

/** The mailbox as people call it: by its owner, if it has one. */
export const whoseBox = (ownerName: string | null): string => ownerName ?? '没有归属的人'

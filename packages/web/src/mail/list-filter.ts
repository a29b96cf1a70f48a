/** The filter of a list, for the request and for judging an arriving mail. */
import type { MailRow } from '@yanshu/contract'

export type ListFilter = {
  mailbox?: string
  /** A folder that every mailbox has, `starred`, or the id of one's own. */
  folder: string
  unread?: true
  hasCode?: true
  hasAttachment?: true
  label?: string
  q?: string
}

/** Tells whether a mail belongs in a list. `unknown` means that only the server can tell, as for a search. */
export function belongs(filter: ListFilter, mail: MailRow): boolean | 'unknown' {
  if (filter.mailbox !== undefined && filter.mailbox !== mail.mailboxId) return false
  if (filter.folder === 'starred' ? !mail.starred || mail.folder === 'trash' : filter.folder !== mail.folder)
    return false
  if (filter.unread && mail.read) return false
  if (filter.hasCode && mail.code === null) return false
  if (filter.hasAttachment && mail.attachmentCount === 0) return false
  if (filter.label !== undefined && !mail.labels.includes(filter.label)) return false
  return filter.q === undefined ? true : 'unknown'
}

/** The names and icons of the folders of received mail. */
import { Archive, Inbox, KeyRound, type LucideIcon, ShieldAlert, Star, Trash2 } from 'lucide-react'
import { type InboxFolder, isInboxFolder } from './inbox-url.ts'

export const inboxFolderIcons: Readonly<Record<InboxFolder, LucideIcon>> = {
  inbox: Inbox,
  code: KeyRound,
  starred: Star,
  archive: Archive,
  spam: ShieldAlert,
  trash: Trash2,
}

export const inboxFolderNames: Readonly<Record<InboxFolder, string>> = {
  inbox: '收件箱',
  code: '有验证码',
  starred: '加星',
  archive: '归档',
  spam: '垃圾邮件',
  trash: '回收站',
}

/** The name of a folder that every mailbox has; one's own is named by its mailbox, if that is known. */
export function inboxFolderName(folder: string, own?: string): string {
  return isInboxFolder(folder) ? inboxFolderNames[folder] : (own ?? '文件夹')
}

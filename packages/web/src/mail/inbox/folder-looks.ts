/** The names and icons of the folders of received mail. */
import { Inbox, KeyRound, type LucideIcon, ShieldAlert, Star, Trash2 } from 'lucide-react'
import type { InboxFolder } from './inbox-url.ts'

export const inboxFolderIcons: Readonly<Record<InboxFolder, LucideIcon>> = {
  inbox: Inbox,
  code: KeyRound,
  starred: Star,
  spam: ShieldAlert,
  trash: Trash2,
}

export const inboxFolderNames: Readonly<Record<InboxFolder, string>> = {
  inbox: '收件箱',
  code: '有验证码',
  starred: '加星',
  spam: '垃圾邮件',
  trash: '回收站',
}

import type { Page } from '@yanshu/contract'
import {
  AtSign,
  ChartNoAxesColumn,
  CodeXml,
  Globe,
  Inbox,
  Info,
  ListFilter,
  type LucideIcon,
  Send,
  Settings2,
  Ticket,
  Users,
} from 'lucide-react'

export const pageIcons: Readonly<Record<Page, LucideIcon>> = {
  inbox: Inbox,
  sent: Send,
  contentFilter: ListFilter,
  emailAccount: AtSign,
  sysAccount: Users,
  domain: Globe,
  dashboard: ChartNoAxesColumn,
  card: Ticket,
  interface: CodeXml,
  setting: Settings2,
  version: Info,
}

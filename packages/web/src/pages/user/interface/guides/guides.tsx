/** Guides beyond a single call: first steps, usage, live mail, notifications, programs for mail.tm. */
import type { ComponentType } from 'react'
import type { GuideProps } from './guide.tsx'
import { HooksGuide } from './hooks-guide.tsx'
import { LiveGuide } from './live-guide.tsx'
import { MailTmGuide } from './mail-tm-guide.tsx'
import { StartGuide } from './start-guide.tsx'
import { UsageGuide } from './usage-guide.tsx'

export const guides = {
  start: { title: '开始使用', Component: StartGuide },
  usage: { title: '用量与限制', Component: UsageGuide },
  live: { title: '事件流与等信', Component: LiveGuide },
  hooks: { title: '来信通知与验签', Component: HooksGuide },
  mailtm: { title: 'mail.tm 兼容', Component: MailTmGuide },
} as const satisfies Record<string, { title: string; Component: ComponentType<GuideProps> }>

export type GuideName = keyof typeof guides
export const guideNames = Object.keys(guides) as GuideName[]

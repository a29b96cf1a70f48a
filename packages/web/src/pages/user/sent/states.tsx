/** The states of sent mail in words: one per recipient, and one for the whole. */
import type { RecipientState, SentMail } from '@yanshu/contract'
import { Ban, CircleCheck, CircleX, Clock, Hourglass, LoaderCircle, type LucideIcon } from 'lucide-react'
import { StateWord } from '../../../ui/state-word.tsx'

type Look = { tone: 'plain' | 'good' | 'wait' | 'bad'; icon: LucideIcon; says: string }

export const stateLooks: Readonly<Record<RecipientState, Look>> = {
  queued: { tone: 'plain', icon: Hourglass, says: '排队' },
  sending: { tone: 'plain', icon: LoaderCircle, says: '发送中' },
  delivered: { tone: 'good', icon: CircleCheck, says: '已送达' },
  deferred: { tone: 'wait', icon: Clock, says: '暂缓' },
  bounced: { tone: 'bad', icon: CircleX, says: '退信' },
  cancelled: { tone: 'plain', icon: Ban, says: '已取消' },
}

export function RecipientStateWord({ state }: { state: RecipientState }) {
  const { tone, icon: Icon, says } = stateLooks[state]
  return (
    <StateWord tone={tone} icon={<Icon aria-hidden />}>
      {says}
    </StateWord>
  )
}

const worst: readonly RecipientState[] = [
  'bounced',
  'deferred',
  'sending',
  'queued',
  'cancelled',
  'delivered',
]

/** 2 人已送达，1 人退信; of one recipient only the state. */
export function summaryOf(recipients: readonly Pick<SentMail['recipients'][number], 'state'>[]): string {
  const count = (state: RecipientState) => recipients.filter(one => one.state === state).length
  const there = worst.filter(state => count(state) > 0)
  const [first] = there
  if (first !== undefined && there.length === 1) return stateLooks[first].says
  return there.map(state => `${count(state)} 人${stateLooks[state].says}`).join('，')
}

/** The whole mail: the state that most needs to be seen, and how many are in which. */
export function MailStateWord({ mail }: { mail: Pick<SentMail, 'state' | 'recipients'> }) {
  const { tone, icon: Icon } = stateLooks[mail.state]
  return (
    <StateWord tone={tone} icon={<Icon aria-hidden />}>
      {summaryOf(mail.recipients) || stateLooks[mail.state].says}
    </StateWord>
  )
}

/** Returns the reason of the first recipient with trouble: in plain words, else in the other side's. */
export function troubleOf(mail: Pick<SentMail, 'recipients'>): string {
  const one =
    mail.recipients.find(({ state }) => state === 'bounced') ??
    mail.recipients.find(({ state }) => state === 'deferred')
  return one ? one.reason || one.answer : ''
}

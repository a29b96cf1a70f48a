/** Tells which actions a sent mail still allows. */
import type { SentMail } from '@yanshu/contract'

type States = Pick<SentMail, 'recipients' | 'sendAt'>

const some = ({ recipients }: States, ...states: SentMail['state'][]): boolean =>
  recipients.some(({ state }) => states.includes(state))

/** Somebody has no result yet. */
export const isOpen = (mail: States): boolean => some(mail, 'queued', 'sending', 'deferred')

/** Nothing of it has left: it can go back to the drafts whole. */
export const isWhole = (mail: States): boolean =>
  mail.recipients.length > 0 && mail.recipients.every(one => one.state === 'queued' && one.attempts === 0)

export const isScheduled = (mail: States, now: number): boolean =>
  mail.sendAt !== null && Date.parse(mail.sendAt) > now && isWhole(mail)

export const hasDeferred = (mail: States): boolean => some(mail, 'deferred')

export const hasBounced = (mail: States): boolean => some(mail, 'bounced')

/** Puts the lifetime of an address into words, and reads it from the form. */
import type { Lifetime, Mailbox } from '@yanshu/contract'

export const endRules = ['none', 'afterCode', 'afterMails'] as const
export type EndRule = (typeof endRules)[number]

export const endRuleNames: Readonly<Record<EndRule, string>> = {
  none: '只看时间',
  afterCode: '收到验证码后就失效',
  afterMails: '收到几封后失效',
}

const MOST_MAILS = 1000

/** Returns the fault of the typed number of mails after which an address ends. */
export function mailsFault(mails: string): string | null {
  const count = Number(mails)
  const fits = mails.trim() !== '' && Number.isInteger(count) && count >= 1 && count <= MOST_MAILS
  return fits ? null : `请填 1 到 ${MOST_MAILS} 的整数`
}

/**
 * Returns the form's choice as the call needs it; null when it is invalid. Without a choice the site's
 * default applies.
 */
export function lifetimeOf(
  minutes: number | null,
  rule: EndRule,
  mails: string,
): Lifetime | undefined | null {
  if (rule === 'afterMails' && mailsFault(mails) !== null) return null
  const chosen: Lifetime = {
    ...(minutes !== null && { minutes }),
    ...(rule === 'afterCode' && { afterCode: true }),
    ...(rule === 'afterMails' && { afterMails: Number(mails) }),
  }
  return Object.keys(chosen).length === 0 ? undefined : chosen
}

/** Returns the words for an end that does not depend on time; null when there is no such rule. */
export function endRuleText({
  mailsLeft,
  endsAfterCode,
}: Pick<Mailbox, 'mailsLeft' | 'endsAfterCode'>): string | null {
  if (mailsLeft === 0) return '不再收新信'
  if (mailsLeft !== null)
    return endsAfterCode ? `收到验证码或再收 ${mailsLeft} 封后失效` : `再收 ${mailsLeft} 封后失效`
  return endsAfterCode ? '收到验证码后失效' : null
}

/** Returns 还有 3 小时, 还有 5 分钟, 长期有效 or 已失效. */
export function leftText(until: string | null, now: Date): string {
  if (until === null) return '长期有效'
  const seconds = Math.floor((Date.parse(until) - now.getTime()) / 1000)
  if (seconds <= 0) return '已失效'
  if (seconds < 60) return '不到 1 分钟'
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `还有 ${minutes} 分钟`
  if (minutes < 1_440) return `还有 ${Math.floor(minutes / 60)} 小时`
  return `还有 ${Math.round(minutes / 1_440)} 天`
}

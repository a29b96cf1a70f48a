/**
 * When a sender is stopped by itself: too much of its mail comes back, or it suddenly sends far more than ever, as stolen
 * passwords and address lists that were bought do. This file has the rules and their words; it knows no SQL and no queue.
 */
export type StopReason = 'bounces' | 'volume'

const words: Readonly<Record<StopReason, string>> = {
  bounces: '退信太多',
  volume: '发信量突然变大',
}

export const stopWords = (reason: StopReason): string => words[reason]

/** What is said wherever somebody tries to send: to the sender whom to ask, to one who can lift it where. */
export const stoppedMessage = (reason: StopReason, isOperator: boolean): string =>
  isOperator
    ? `${words[reason]}，这里的发信已被系统停住；排队的信会等着，可以在“已发送”的“队列”里恢复`
    : `${words[reason]}，发信已被系统停住；排队的信会等着，请联系管理员恢复`

export type Sendings = { sent: number; ended: number; failed: number }

export type SendFigures = {
  /** Of the last 24 hours. */
  lately: Sendings
  /** Recipients on an ordinary day of sending before that; zero for who never sent. */
  usual: number
}

export type StopRules = {
  stopBouncePercent: number
  stopBounceLeast: number
  stopVolumeTimes: number
  stopVolumeLeast: number
}

export type StopCause = { reason: StopReason; detail: string }

export const mayBeTooMuch = (lately: Sendings, rules: StopRules): boolean =>
  rules.stopVolumeTimes > 0 && lately.sent >= rules.stopVolumeLeast

export function judgeSending({ lately, usual }: SendFigures, rules: StopRules): StopCause | null {
  const { sent, ended, failed } = lately
  if (
    rules.stopBouncePercent > 0 &&
    ended >= rules.stopBounceLeast &&
    failed * 100 > ended * rules.stopBouncePercent
  )
    return { reason: 'bounces', detail: `24 小时里 ${ended} 个收件人有结果，其中 ${failed} 个退信` }
  if (mayBeTooMuch(lately, rules) && sent >= usual * rules.stopVolumeTimes)
    return {
      reason: 'volume',
      detail: `24 小时里发给 ${sent} 个收件人，平时一天 ${Math.round(usual)} 个`,
    }
  return null
}

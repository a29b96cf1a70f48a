/**
 * Decides when a sender is stopped automatically: too much of its mail comes back, or it suddenly sends far
 * more than ever. Stolen passwords and bought address lists look like that. It has only rules and knows no
 * SQL and no queue.
 */
import type { StopCause, StopReason } from '../words/facts.ts'
import { outboundWords } from '../words/words.ts'

export const stopWords = (reason: StopReason): string => outboundWords.stopReasons[reason]

/** Returns the sentence for every attempt to send. */
export const stoppedMessage = (reason: StopReason, isOperator: boolean): string =>
  isOperator
    ? outboundWords.stoppedForOperator(stopWords(reason))
    : outboundWords.stoppedForSender(stopWords(reason))

export type Sendings = { sent: number; ended: number; failed: number }

export type SendFigures = {
  /** The counts of the last 24 hours. */
  lately: Sendings
  /** The recipients of an ordinary sending day before that; zero for a sender that never sent. */
  usual: number
}

export type StopRules = {
  stopBouncePercent: number
  stopBounceLeast: number
  stopVolumeTimes: number
  stopVolumeLeast: number
}

export const mayBeTooMuch = (lately: Sendings, rules: StopRules): boolean =>
  rules.stopVolumeTimes > 0 && lately.sent >= rules.stopVolumeLeast

export function judgeSending({ lately, usual }: SendFigures, rules: StopRules): StopCause | null {
  const { sent, ended, failed } = lately
  if (
    rules.stopBouncePercent > 0 &&
    ended >= rules.stopBounceLeast &&
    failed * 100 > ended * rules.stopBouncePercent
  )
    return { reason: 'bounces', ended, failed }
  if (mayBeTooMuch(lately, rules) && sent >= usual * rules.stopVolumeTimes)
    return { reason: 'volume', sent, usual: Math.round(usual) }
  return null
}

/** Puts the outcome of a notification into words. Pure. */
import type { AnswerOf, Calls, WebhookKind } from '@yanshu/contract'
import { keyword } from '../../../../account/notice/kinds.ts'
import { fullTime } from '../../../../ui/time-text.ts'

export type TestResult = AnswerOf<Calls['testWebhook']>

const isTaken = (status: number): boolean => status >= 200 && status < 300

function verdictOf({ ok, status }: Pick<TestResult, 'ok' | 'status'>): string {
  if (status === null) return '没有送到'
  if (ok) return `送到了，对方答 ${status}`
  return isTaken(status) ? `对方答 ${status}，但没有接受` : `没有送到，对方答 ${status}`
}

/** 送到了，对方答 200，用了 132 毫秒. */
export const verdictWords = (result: TestResult): string =>
  `${verdictOf(result)}，用了 ${result.ms.toLocaleString('zh-CN')} 毫秒`

type Known = readonly [answer: RegExp, says: string]

const notTheKeyword = `机器人设了关键词，请把关键词改成“${keyword}”。`
const wantsSignature = '机器人选了加签，请改用自定义关键词。'
const known: Readonly<Partial<Record<WebhookKind, readonly Known[]>>> = {
  dingtalk: [
    [/keywords? not in content|关键词/i, notTheKeyword],
    [/sign not match|签名不匹配/i, wantsSignature],
    [/token is not exist/i, '地址里的 access_token 不对，请重新复制。'],
  ],
  feishu: [
    [/key ?words not found/i, notTheKeyword],
    [/sign match fail/i, wantsSignature],
  ],
  wecom: [[/93000|invalid webhook/i, '地址里的 key 不对，请重新复制。']],
  telegram: [
    [/chat not found/i, '没有这个会话。先给机器人发一句话，再看会话编号对不对。'],
    [/can't initiate conversation|blocked by the user/i, '机器人不能先开口，请先给它发一句话。'],
    [/unauthorized|"error_code":404/i, '地址里的令牌不对，请重新复制。'],
  ],
}

/** Returns advice on a known answer. */
export function adviceAfter(kind: WebhookKind, { ok, detail }: TestResult): string | null {
  if (ok) return null
  return known[kind]?.find(([answer]) => answer.test(detail))?.[1] ?? null
}

type Entry = AnswerOf<Calls['getWebhookLog']>['list'][number]

/**
 * Returns the text of a log entry besides its state: 试了 3 次，对方答 503，下次在今天 14:20. A failing address rests, so
 * due notices are not tried at once.
 */
export function entryWords(entry: Pick<Entry, 'attempts' | 'status' | 'nextAttemptAt'>, now: Date): string {
  const { attempts, status, nextAttemptAt } = entry
  if (attempts === 0) return nextAttemptAt === null ? '没有试' : '还没轮到'
  const parts = [`试了 ${attempts} 次`]
  if (status !== null) parts.push(`对方答 ${status}`)
  if (nextAttemptAt !== null) {
    parts.push(new Date(nextAttemptAt) > now ? `下次在${fullTime(nextAttemptAt, now)}` : '等着再试')
  }
  return parts.join('，')
}

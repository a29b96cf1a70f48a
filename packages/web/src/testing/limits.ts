import type { AnswerOf, Calls } from '@yanshu/contract'

export type Limits = AnswerOf<Calls['getLimits']>

const free = { used: 0, limit: null }

/** The answer for an account without limits, with what a test sets. */
export const limitsOf = (change: Partial<Limits> = {}): Limits => ({
  ...{ domains: free, mailboxes: free, storage: free, cards: free },
  ...{ sendsPerDay: { ...free, renewsAt: null }, apiPerMinute: { ...free, renewsAt: null } },
  ...change,
})

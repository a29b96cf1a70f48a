import type { AnswerOf, Calls } from '@yanshu/contract'

export type Limits = AnswerOf<Calls['getLimits']>

const free = { used: 0, limit: null }

/** What an account without limits is told, with what a test sets. */
export const limitsOf = (change: Partial<Limits> = {}): Limits => ({
  ...{ domains: free, mailboxes: free, storage: free, cards: free },
  ...{ sendsPerDay: { ...free, renewsAt: null }, apiPerMinute: { ...free, renewsAt: null } },
  ...change,
})

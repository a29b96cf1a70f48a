/** A mail as rules see it, and rules to judge it by, for tests. */
import type { FilterRule } from '@yanshu/contract'
import type { Action, ActiveRule, Condition, FilterFacts } from '../filter.ts'

export const sampleFacts = (change: Partial<FilterFacts> = {}): FilterFacts => ({
  from: 'promo@mail.jd.com',
  fromName: '京东 JD',
  recipients: ['someone@yanshu.test', 'Other@example.org'],
  subject: '限时优惠 Sale 50%',
  text: '周末满减，外卖立减 18 元。Unsubscribe here.',
  headers: [
    { name: 'List-Unsubscribe', value: '<mailto:u@jd.com>' },
    { name: 'X-Tag', value: 'one' },
    { name: 'x-tag', value: 'Two' },
  ],
  attachments: [
    { filename: '账单.PDF', contentType: 'application/pdf' },
    { filename: 'photo.jpg', contentType: 'image/jpeg' },
  ],
  size: 1_048_577,
  hasCode: false,
  auth: { spf: 'pass', dkim: 'none', dmarc: 'fail' },
  spamScore: 4.5,
  ...change,
})

export const condition = (
  field: Condition['field'],
  operator: Condition['operator'],
  value: string,
  header?: string,
): Condition => ({ field, operator, value, ...(header !== undefined && { header }) })

export const activeRule = (
  id: string,
  conditions: readonly Condition[],
  actions: readonly Action[] = [{ action: 'star' }],
  match: 'all' | 'any' = 'all',
): ActiveRule => ({ id, match, conditions, actions })

/** A rule that passes validation, as a request brings it. */
export const sampleRule = (change: Partial<FilterRule> = {}): FilterRule => ({
  name: '推广信',
  enabled: true,
  match: 'all',
  conditions: [condition('subject', 'contains', '优惠')],
  actions: [{ action: 'spam' }],
  scope: { kind: 'all' },
  ...change,
})

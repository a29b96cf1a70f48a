import type { MailRow } from '@yanshu/contract'
import { describe, expect, it } from 'vitest'
import { emptyDraft, newAction, newCondition, type RuleDraft } from './draft.ts'
import { effectOn, hidesMail } from './effect.ts'
import { markWords, subjectWords } from './marks.ts'
import { conditionPhrase, sentenceOf, suggestedName } from './sentence.ts'
import { landing } from './use-reorder.ts'

const draft = (change: Partial<RuleDraft>): RuleDraft => ({ ...emptyDraft(), ...change })

describe('a rule reads', () => {
  it.each<[string, Parameters<typeof newCondition>[0]]>([
    ['有验证码', { field: 'hasCode', operator: 'yes' }],
    ['没有验证码', { field: 'hasCode', operator: 'no' }],
    ['主题含“发票”或“账单”', { operator: 'oneOf', value: '发票、账单' }],
    ['主题含“优惠”“满减”等 4 个词之一', { operator: 'oneOf', value: '优惠、满减、限时、促销' }],
    ['主题不含“发票”和“账单”', { operator: 'noneOf', value: '发票、账单' }],
    ['发件人不以“@jd.com”结尾', { field: 'from', operator: 'notEnds', value: '@jd.com' }],
    ['带 List-Unsubscribe 信头', { field: 'header', operator: 'exists', header: 'List-Unsubscribe' }],
    ['没有 List-Id 信头', { field: 'header', operator: 'absent', header: 'List-Id' }],
    ['信头 X-Tag 是“a”', { field: 'header', operator: 'equals', header: 'X-Tag', value: 'a' }],
    ['DMARC 不通过', { field: 'dmarc', operator: 'equals', value: 'fail' }],
    ['DKIM 没有通过', { field: 'dkim', operator: 'notEquals', value: 'pass' }],
    ['大于 20 MB', { field: 'size', operator: 'greater', value: '20mb' }],
    ['垃圾分高于 5', { field: 'spamScore', operator: 'greater', value: '5' }],
  ])('%s', (phrase, condition) => {
    expect(conditionPhrase(newCondition(condition))).toBe(phrase)
  })

  it('from the left, whatever marks of direction are in it', () => {
    const turned = draft({ conditions: [newCondition({ value: '\u202e报\u2067周' })] })
    expect(sentenceOf(turned, null)).toBe('主题含“报周”，就移到垃圾')
    expect(suggestedName(turned)).toBe('主题含“报周”')
  })

  it('as one sentence', () => {
    const two = draft({
      match: 'any',
      conditions: [newCondition({ value: '发票' }), newCondition({ field: 'hasCode', operator: 'yes' })],
      actions: [newAction('star'), newAction('label', '票据'), newAction('webhook')],
      stop: true,
    })
    expect(sentenceOf(two, null)).toBe(
      '主题含“发票”，或有验证码，就加星、加标签“票据”并发通知，后面的规则不再看',
    )
    expect(sentenceOf(draft({ conditions: two.conditions.slice(0, 1) }), '@example.org')).toBe(
      '寄到 @example.org 的，主题含“发票”，就移到垃圾',
    )
  })

  it('also where it has no name', () => {
    expect(suggestedName(draft({}))).toBe('新规则')
    expect(suggestedName(draft({ conditions: [newCondition({ value: '发票' })] }))).toBe('主题含“发票”')
    const code = newCondition({ field: 'hasCode', operator: 'yes' })
    expect(suggestedName(draft({ conditions: [code] }))).toBe('有验证码')
  })
})

describe('what would happen to a mail', () => {
  const mail = { folder: 'spam', labels: ['票据'], starred: true, read: false } as unknown as MailRow

  it('is told by the gravest step', () => {
    const says = (...actions: RuleDraft['actions']) => effectOn(draft({ actions }), mail)
    expect(says(newAction('star'), newAction('refuse'))).toEqual({ text: '会拒收', already: false })
    expect(says(newAction('read'), newAction('move', 'trash'))).toEqual({ text: '会移走', already: false })
    expect(says(newAction('move', 'spam'))).toEqual({ text: '已在垃圾', already: true })
    expect(says(newAction('move', 'archive'))).toEqual({ text: '会移走', already: false })
    expect(says(newAction('file', '客户'))).toEqual({ text: '会归类', already: false })
    expect(says(newAction('label', ' 票据 '))).toEqual({ text: '已有标签', already: true })
    expect(says(newAction('star'))).toEqual({ text: '已加星', already: true })
    expect(says(newAction('read'))).toEqual({ text: '会标已读', already: false })
    expect(says()).toEqual({ text: '会命中', already: false })
  })

  it('is worth a warning when the mail would be out of sight', () => {
    expect(hidesMail(draft({ actions: [newAction('move', 'spam')] }))).toBe(true)
    expect(hidesMail(draft({ actions: [newAction('star'), newAction('read')] }))).toBe(false)
  })
})

describe('words of a subject', () => {
  it('are marked where they stand, in either case', () => {
    const conditions = [
      newCondition({ operator: 'oneOf', value: '优惠、SALE' }),
      newCondition({ operator: 'notContains', value: '不' }),
      newCondition({ field: 'from', value: '京东' }),
    ]
    const words = subjectWords(draft({ conditions }))
    expect(words).toEqual(['优惠', 'SALE'])
    expect(
      markWords('限时优惠 sale 优', words).map(part => (part.found ? `[${part.text}]` : part.text)),
    ).toEqual(['限时', '[优惠]', ' ', '[sale]', ' 优'])
  })
})

describe('a dragged row', () => {
  const middles = [10, 30, 50, 70]
  it.each([
    [0, 10, 0],
    [0, 29, 0],
    [0, 31, 1],
    [0, 200, 3],
    [3, 60, 3],
    [3, 45, 2],
    [3, -50, 0],
  ])('number %i at height %i lands at %i', (from, y, to) => {
    expect(landing(middles, from, y)).toBe(to)
  })
})

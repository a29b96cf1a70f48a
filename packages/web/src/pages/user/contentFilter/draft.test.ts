import { describe, expect, it } from 'vitest'
import { patternToWords, wordsToPattern } from './alternatives.ts'
import {
  canBeTried,
  draftFromMail,
  draftOf,
  emptyDraft,
  faultsOf,
  isContested,
  newAction,
  newCondition,
  type RuleDraft,
  ruleOf,
  sameRule,
  type WrittenRule,
  withField,
} from './draft.ts'
import { examples } from './examples.ts'
import { type Action, type Condition, fieldOptions, operatorOptions } from './words.ts'

const rule = (conditions: Condition[], actions: Action[] = [{ action: 'star' }]): WrittenRule => ({
  name: '规则',
  match: 'all',
  conditions,
  actions,
  scope: { kind: 'all' },
})

describe('several words', () => {
  it('become alternatives and come back as they were', () => {
    expect(wordsToPattern('优惠、满减，限时 , 50%')).toBe('优惠|满减|限时|50%')
    expect(wordsToPattern('a.b、c+d、(x)、e|f')).toBe('a\\.b|c\\+d|\\(x\\)|e\\|f')
    expect(patternToWords('a\\.b|c\\+d|\\(x\\)|e\\|f')).toEqual(['a.b', 'c+d', '(x)', 'e|f'])
  })

  it.each(['a.b', 'a+|b', '(a|b)', '\\d', 'a||b', '', '^a', 'a、b', ' a|b', 'a\\'])(
    'are not made of the pattern %j, which says more',
    pattern => {
      expect(patternToWords(pattern)).toBeNull()
    },
  )
})

describe('a draft', () => {
  it.each<[Condition]>([
    [{ field: 'subject', operator: 'matches', value: '发票|账单' }],
    [{ field: 'subject', operator: 'notMatches', value: 'a\\.b' }],
    [{ field: 'subject', operator: 'matches', value: '^\\d+$' }],
    [{ field: 'header', header: 'List-Id', operator: 'contains', value: '' }],
    [{ field: 'header', header: 'List-Id', operator: 'notContains', value: '' }],
    [{ field: 'header', header: 'List-Id', operator: 'ends', value: 'x' }],
    [{ field: 'hasCode', operator: 'equals', value: 'true' }],
    [{ field: 'hasCode', operator: 'equals', value: 'false' }],
    [{ field: 'dmarc', operator: 'notEquals', value: 'pass' }],
    [{ field: 'size', operator: 'greater', value: '20MB' }],
  ])('of %j comes to the same rule again', condition => {
    const stored = rule(
      [condition],
      [{ action: 'trash' }, { action: 'label', value: '票据' }, { action: 'stop' }],
    )
    expect(ruleOf(draftOf(stored), stored.name)).toEqual(stored)
    expect(faultsOf(draftOf(stored))).toEqual({})
  })

  it('reads a code that must not be absent as one that must be there', () => {
    const draft = draftOf(rule([{ field: 'hasCode', operator: 'notEquals', value: 'false' }]))
    expect(draft.conditions[0]?.operator).toBe('yes')
  })

  it('says what is missing at the path where the server would', () => {
    const draft: RuleDraft = {
      ...emptyDraft(),
      conditions: [
        newCondition(),
        newCondition({ field: 'header', operator: 'exists' }),
        newCondition({ field: 'size', operator: 'greater', value: '很大' }),
        newCondition({ field: 'spamScore', operator: 'less', value: 'x' }),
        newCondition({ operator: 'oneOf', value: '、' }),
      ],
      actions: [
        newAction('label'),
        newAction('webhook'),
        newAction('refuse', '不收'),
        newAction('forward'),
        newAction('forward', 'li@'),
      ],
    }
    expect(faultsOf(draft)).toEqual({
      'conditions.0.value': '请填写',
      'conditions.1.header': '请填写信头名',
      'conditions.2.value': '要填大小，例如 500KB、20MB',
      'conditions.3.value': '要填数字，例如 5',
      'conditions.4.value': '请填写',
      'actions.0.value': '请填写标签',
      'actions.1.value': '请选择通知地址',
      'actions.2.value': '答复只能用英文、数字和标点',
      'actions.3.value': '请填写转发到的地址',
      'actions.4.value': '地址不完整',
    })
    expect(canBeTried(faultsOf(draft))).toBe(false)
    expect(canBeTried({ 'actions.0.value': '请填写标签' })).toBe(true)
  })

  it('keeps an operator that the next field has too, and never one it has not', () => {
    const ends = newCondition({ field: 'from', operator: 'ends', value: '@jd.com' })
    expect(withField(ends, 'to')).toMatchObject({ field: 'to', operator: 'ends', value: '@jd.com' })
    for (const { value: from } of fieldOptions) {
      for (const { value: to } of fieldOptions) {
        const { operator } = withField(withField(ends, from), to)
        expect(operatorOptions(to).map(option => option.value)).toContain(operator)
      }
    }
  })

  it('keeps a result that the next field may have too, and never one it may not', () => {
    const weak = newCondition({ field: 'dkim', operator: 'equals', value: 'policy' })
    expect(withField(weak, 'spf').value).toBe('fail')
    expect(withField({ ...weak, value: 'permerror' }, 'dmarc').value).toBe('permerror')
    expect(withField(weak, 'subject').value).toBe('')
  })

  it('can begin from a mail', () => {
    expect(
      ruleOf(draftFromMail({ from: 'a@b.example', subject: '周报', mailbox: null }), '').conditions,
    ).toEqual([
      { field: 'from', operator: 'equals', value: 'a@b.example' },
      { field: 'subject', operator: 'contains', value: '周报' },
    ])
    const one = draftFromMail({ from: 'a@b.example', subject: null, mailbox: 'box1' })
    expect(one.conditions).toHaveLength(1)
    expect(one.scope).toEqual({ kind: 'mailbox', id: 'box1' })
    const nobody = draftFromMail({ from: null, subject: '', mailbox: 'box1' })
    expect(nobody).toMatchObject({ conditions: [{ value: '' }], scope: { kind: 'mailbox', id: 'box1' } })
    expect(sameRule(draftFromMail({ from: null, subject: null, mailbox: null }), emptyDraft())).toBe(true)
  })

  it('is the same rule however often it was drawn up', () => {
    const stored = rule([{ field: 'subject', operator: 'matches', value: '发票|账单' }])
    expect(sameRule(draftOf(stored), draftOf(stored))).toBe(true)
    expect(sameRule(draftOf(stored), { ...draftOf(stored), stop: true })).toBe(false)
  })

  it.each([
    ['is contested when another made something else of it', '这里的', '那边的', true],
    ['is not contested while the rule is what it was', '这里的', '原来的', false],
    ['is not contested when another made the same of it', '那边的', '那边的', false],
  ])('%s', (_, here, there, contested) => {
    const named = (name: string) => ({ ...emptyDraft(), name })
    expect(isContested({ draft: named(here), begun: named('原来的') }, named(there))).toBe(contested)
  })

  it('of an example is ready to be saved', () => {
    for (const example of examples()) expect(faultsOf(example)).toEqual({})
  })
})

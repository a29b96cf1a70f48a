import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { createEvaluator, evaluateFilters, maxTextSeen, patternBudget } from './evaluate.ts'
import { type Action, type Condition, type ConditionField, defaultRefusal, operatorsOf } from './filter.ts'
import { activeRule, condition, sampleFacts } from './testing/sample-facts.ts'

const hits = (one: Condition, facts = sampleFacts()) =>
  evaluateFilters([activeRule('r', [one])], facts).hitIds.length === 1

const outcome = (...actions: Action[]) =>
  evaluateFilters([activeRule('r', [condition('subject', 'contains', '优惠')], actions)], sampleFacts())

describe('a condition', () => {
  it.each<[boolean, ...Parameters<typeof condition>]>([
    [true, 'from', 'contains', 'JD.com'],
    [true, 'from', 'contains', '京东'],
    [true, 'from', 'ends', '@mail.jd.com'],
    [false, 'from', 'ends', '@jd.com'],
    [true, 'from', 'notEnds', '@jd.com'],
    [true, 'from', 'equals', 'Promo@Mail.JD.com'],
    [true, 'from', 'begins', 'promo@'],
    [true, 'to', 'equals', 'other@example.org'],
    [true, 'to', 'contains', 'someone@'],
    [false, 'to', 'notContains', 'someone@'],
    [true, 'to', 'notEquals', 'nobody@example.org'],
    [true, 'subject', 'begins', '限时'],
    [false, 'subject', 'notBegins', '限时'],
    [true, 'subject', 'ends', 'SALE 50%'],
    [true, 'subject', 'matches', '满减|优惠'],
    [true, 'subject', 'matches', '^限时.*\\d+%$'],
    [true, 'subject', 'matches', 'sale'],
    [false, 'subject', 'notMatches', 'sale'],
    [true, 'subject', 'notMatches', '退款'],
    [true, 'text', 'contains', '满减'],
    [false, 'text', 'contains', '验证码'],
    [true, 'header', 'contains', '', 'list-unsubscribe'],
    [false, 'header', 'notContains', '', 'List-Unsubscribe'],
    [false, 'header', 'contains', '', 'X-Missing'],
    [true, 'header', 'notContains', '', 'X-Missing'],
    [true, 'header', 'equals', 'two', 'X-Tag'],
    [true, 'header', 'notEquals', 'three', 'X-Tag'],
    [false, 'header', 'notEquals', 'one', 'X-Tag'],
    [true, 'attachmentName', 'ends', '.pdf'],
    [false, 'attachmentName', 'notEnds', '.pdf'],
    [true, 'attachmentType', 'begins', 'image/'],
    [true, 'size', 'greater', '1MB'],
    [false, 'size', 'greater', '1048577'],
    [true, 'size', 'less', '1.5 mb'],
    [false, 'hasCode', 'equals', 'true'],
    [true, 'hasCode', 'equals', 'false'],
    [true, 'hasCode', 'notEquals', 'true'],
    [true, 'spf', 'equals', 'pass'],
    [true, 'dkim', 'notEquals', 'pass'],
    [true, 'dmarc', 'equals', 'fail'],
    [true, 'spamScore', 'greater', '4.4'],
    [false, 'spamScore', 'less', '4.5'],
  ])('answers %s to %s %s %j (%s)', (expected, ...parts) => {
    expect(hits(condition(...parts))).toBe(expected)
  })

  it('takes the display name for words but not for an address', () => {
    const spoof = sampleFacts({ from: 'x@evil.example', fromName: 'service@jd.com' })
    expect(hits(condition('from', 'contains', '@jd.com'), spoof)).toBe(false)
    expect(hits(condition('from', 'ends', 'jd.com'), spoof)).toBe(false)
    expect(hits(condition('from', 'matches', '@jd\\.com$'), spoof)).toBe(false)
    expect(hits(condition('from', 'begins', 'service'), spoof)).toBe(true)
  })

  it('that cannot be understood is not met, whichever way it is put', () => {
    for (const operator of ['matches', 'notMatches'] as const) {
      expect(hits(condition('subject', operator, '(['))).toBe(false)
      expect(hits(condition('subject', operator, '(?=a)'))).toBe(false)
    }
    expect(hits(condition('subject', 'contains', ''))).toBe(false)
    expect(hits(condition('subject', 'notContains', ''))).toBe(false)
    expect(hits(condition('size', 'greater', 'much'))).toBe(false)
    expect(hits(condition('subject', 'greater', '1'))).toBe(false)
  })

  it('is met whatever stands in a word that nobody sees', () => {
    const facts = sampleFacts({
      subject: '验\u200b证码',
      text: 'a spam\u00adword, a spam\u2060\u200dword\nand more',
      attachments: [{ filename: 'a.e\u200cxe', contentType: 'text/plain' }],
    })
    expect(hits(condition('subject', 'equals', '验证码'), facts)).toBe(true)
    expect(hits(condition('subject', 'notContains', '验证码'), facts)).toBe(false)
    expect(hits(condition('subject', 'begins', '验证'), facts)).toBe(true)
    expect(hits(condition('subject', 'contains', '验证\u00ad码'), sampleFacts({ subject: '验证码' }))).toBe(
      true,
    )
    expect(hits(condition('text', 'contains', 'spamword'), facts)).toBe(true)
    expect(hits(condition('text', 'matches', 'a spamword, a spamword'), facts)).toBe(true)
    expect(hits(condition('attachmentName', 'ends', '.exe'), facts)).toBe(true)
  })

  it('may be about what nobody sees', () => {
    const facts = sampleFacts({ subject: '验\u200b证码' })
    expect(hits(condition('subject', 'contains', '\u200b'), facts)).toBe(true)
    expect(hits(condition('subject', 'contains', '\u200b'), sampleFacts())).toBe(false)
    expect(hits(condition('subject', 'matches', '\\x{200b}'), facts)).toBe(true)
    expect(hits(condition('subject', 'notMatches', '\\x{200b}'), facts)).toBe(false)
  })

  it('sees every header field and every attachment', () => {
    const facts = sampleFacts({
      headers: Array.from({ length: 1_000 }, (_, at) => ({ name: `X-${at}`, value: `${at}` })),
      attachments: Array.from({ length: 1_000 }, (_, at) => ({
        filename: at === 999 ? 'a.exe' : `${'a'.repeat(200)}${at}.txt`,
        contentType: 'text/plain',
      })),
    })
    expect(hits(condition('header', 'equals', '999', 'X-999'), facts)).toBe(true)
    expect(hits(condition('attachmentName', 'ends', '.exe'), facts)).toBe(true)
    expect(hits(condition('attachmentName', 'matches', '\\.exe$'), facts)).toBe(true)
  })

  it('does not see beyond the named limit of a text', () => {
    const text = `${'a'.repeat(maxTextSeen)}needle`
    expect(hits(condition('text', 'contains', 'needle'), sampleFacts({ text }))).toBe(false)
    expect(hits(condition('text', 'ends', 'a'), sampleFacts({ text }))).toBe(true)
  })
})

describe('one invisible character', () => {
  it('does not cost a pattern the work that was left for it', () => {
    const pattern = condition('text', 'matches', 'needle[a-c]{60}')
    // Half of the budget would not do for it.
    const room = maxTextSeen - 100
    const text = (hidden: string) => `${hidden}${' '.repeat(room)}needle${'abc'.repeat(20)}`
    expect(hits(pattern, sampleFacts({ text: text('') }))).toBe(true)
    expect(hits(pattern, sampleFacts({ text: text('\u200b') }))).toBe(true)
  })
})

describe('rules', () => {
  const yes = condition('subject', 'contains', '优惠')
  const no = condition('subject', 'contains', '退款')

  it('need all conditions or any, as they say, and never match without one', () => {
    const rules = [
      activeRule('all', [yes, no]),
      activeRule('any', [no, yes], [], 'any'),
      activeRule('none', [no], [], 'any'),
      activeRule('empty', []),
      activeRule('empty any', [], [], 'any'),
    ]
    expect(evaluateFilters(rules, sampleFacts()).hitIds).toEqual(['any'])
  })

  it('are judged in order, and add up', () => {
    const rules = [
      activeRule('a', [yes], [{ action: 'label', value: '推广' }, { action: 'spam' }]),
      activeRule('b', [yes], [{ action: 'label', value: '票据' }, { action: 'read' }, { action: 'trash' }]),
      activeRule(
        'c',
        [yes],
        [
          { action: 'label', value: '推广' },
          { action: 'webhook', value: 'w1' },
        ],
      ),
    ]
    expect(evaluateFilters(rules, sampleFacts())).toEqual({
      refuse: null,
      discard: false,
      folder: 'trash',
      path: null,
      read: true,
      starred: false,
      labels: ['推广', '票据'],
      forwardTo: [],
      webhookIds: ['w1'],
      hitIds: ['a', 'b', 'c'],
    })
  })

  it.each<[Action]>([[{ action: 'stop' }], [{ action: 'refuse' }], [{ action: 'discard' }]])(
    'end with %j',
    last => {
      const rules = [activeRule('a', [yes], [last, { action: 'read' }]), activeRule('b', [yes])]
      const judged = evaluateFilters(rules, sampleFacts())
      expect([judged.hitIds, judged.starred, judged.read]).toEqual([['a'], false, true])
    },
  )

  it('refuse with their own words or with ours', () => {
    expect(outcome({ action: 'refuse', value: 'No ads please' }).refuse).toBe('No ads please')
    expect(outcome({ action: 'refuse' }).refuse).toBe(defaultRefusal)
    expect(outcome({ action: 'star' }).refuse).toBeNull()
  })

  it('give no more labels than a mail may have', () => {
    const labels = Array.from({ length: 50 }, (_, i): Action => ({ action: 'label', value: `l${i}` }))
    expect(outcome(...labels).labels).toHaveLength(20)
  })
})

describe('hostile patterns', () => {
  const text = `${'a'.repeat(99_999)}!`
  it.each(['(a+)+$', '(a|aa)+$', '(.*)*x', '(a*)*b', '(?:.*a){30}z', '(x+x+)+y'])(
    'such as %s are done with 100 KB in no time',
    pattern => {
      const worked = startCpuTime()
      expect(hits(condition('text', 'matches', pattern), sampleFacts({ text }))).toBe(false)
      expect(worked()).toBeLessThan(2_000)
    },
  )

  it('in great number are cut off at the budget, and only they', () => {
    const worked = startCpuTime()
    const bombs = Array.from({ length: 500 }, (_, i) =>
      activeRule(`bomb ${i}`, [condition('text', 'matches', `(?:a|b).{1,${100 + (i % 20)}}(?:c|d)z$|!`)]),
    )
    const plain = activeRule('plain', [condition('text', 'ends', '!')])
    const small = activeRule('small', [condition('subject', 'matches', 'sale')])
    const { hitIds } = evaluateFilters([...bombs, plain, small], sampleFacts({ text }))
    expect(hitIds.filter(id => id.startsWith('bomb')).length).toBeLessThan(patternBudget / 100_000 / 100)
    expect(hitIds.slice(-2)).toEqual(['plain', 'small'])
    expect(worked()).toBeLessThan(2_000)
  })

  it('that use up the whole budget on the slowest text cost about half a second', () => {
    const slow = Array.from({ length: 100_000 }, (_, at) => ((at * 7919) % 13 < 6 ? 'a' : 'b')).join('')
    const evaluate = createEvaluator()
    const rule = activeRule('slow', [condition('text', 'matches', '(?s)a.{180}[q-z]')])
    const worked = startCpuTime()
    for (const length of [100_000, 50_000, 25_000, 12_500])
      evaluate([rule, rule], sampleFacts({ text: slow.slice(0, length) }))
    expect(worked()).toBeLessThan(4_000)
  })
})

describe('for any rules and any mail', () => {
  const fields: ConditionField[] = ['from', 'to', 'subject', 'text', 'header', 'attachmentName', 'dmarc']
  const anyCondition = fc.constantFrom(...fields).chain(field =>
    fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom(...operatorsOf(field)),
      value: fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }),
      header: fc.constant('X-Tag'),
    }),
  )
  const anyFacts = fc.record({ subject: fc.string({ unit: 'grapheme' }), text: fc.string() }).map(sampleFacts)

  const negation: Partial<Record<Condition['operator'], Condition['operator']>> = {
    contains: 'notContains',
    equals: 'notEquals',
    begins: 'notBegins',
    ends: 'notEnds',
  }

  it('a denial says the opposite of what it denies', () => {
    fc.assert(
      fc.property(anyCondition, anyFacts, (one, facts) => {
        const opposite = negation[one.operator]
        fc.pre(opposite !== undefined)
        expect(hits({ ...one, operator: opposite ?? one.operator }, facts)).toBe(!hits(one, facts))
      }),
    )
  })

  it('the outcome is made of what the rules say, and an evaluator that is kept says the same', () => {
    const kept = createEvaluator()
    const anyRules = fc
      .array(fc.array(anyCondition, { maxLength: 3 }), { maxLength: 6 })
      .map(list =>
        list.map((conditions, i) => activeRule(`r${i}`, conditions, [{ action: 'label', value: `l${i}` }])),
      )
    fc.assert(
      fc.property(anyRules, anyFacts, (rules, facts) => {
        const judged = evaluateFilters(rules, facts)
        expect(judged.labels).toEqual(judged.hitIds.map(id => id.replace('r', 'l')))
        expect(kept(rules, facts)).toEqual(judged)
        const alone = rules.filter(rule => evaluateFilters([rule], facts).hitIds.length > 0)
        expect(judged.hitIds).toEqual(alone.map(rule => rule.id))
      }),
    )
  })
})

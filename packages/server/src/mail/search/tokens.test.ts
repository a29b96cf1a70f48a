import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { type SearchTerm, searchTerms, tokensOfAnyScript, searchTokens as tokenText } from './tokens.ts'

const searchTokens = (text: string): string[] =>
  tokenText(text)
    .split(' ')
    .filter(token => token !== '')

/** Matches tokens and terms in the way of both databases. */
function finds(text: string, query: string): boolean {
  const tokens = searchTokens(text)
  const terms = searchTerms(query)
  const found = (term: SearchTerm): boolean =>
    term.kind === 'prefix'
      ? tokens.some(token => token.startsWith(term.token))
      : tokens.some((_, at) => term.tokens.every((token, offset) => tokens[at + offset] === token))
  return terms.length > 0 && terms.every(found)
}

describe('search tokens', () => {
  it.each([
    ['您的验证码是 123456', '验证'],
    ['您的验证码是 123456', '证码'],
    ['您的验证码是 123456', '验证码是'],
    ['您的验证码是 123456', '码'],
    ['您的验证码是 123456', '是'],
    ['您的验证码是 123456', '1234'],
    ['Verification code for GitHub', 'verif'],
    ['Verification code for GitHub', 'github code'],
    ['ＡＢＣ全角', 'abc'],
    ['ＡＢＣ全角', '全角'],
    ['订单ABC123已发货', '已发'],
    ['订单ABC123已发货', 'abc123'],
    ['订单ABC123已发货', '单'],
    ['ひらがなカタカナ', 'なカ'],
    ['한국어 메일', '국어'],
    ['𠮷野家の店', '𠮷野'],
    ['Ünïcödé Straße', 'ünï'],
    ['重\u200b要通知', '重要'],
    ['您的账\u200c单', '账单'],
    ['重\ufe0f要', '重要'],
    ['pay\u00adment', 'payment'],
    ['payment', 'pay\u200bment'],
    ['Donau\u00addampf\u00adschiff', 'Donaudampfschiff'],
    ['می\u200cخواهم', 'خواهم'],
    ['恭喜🎉🎉中奖', '🎉'],
    ['恭喜🎉🎉中奖', '🎉🎉'],
    ['恭喜🎉🎉中奖', '恭喜🎉'],
    ['恭喜中奖', '恭喜🎉'],
    ['❤\ufe0f love', '❤'],
    ['👩\u200d💻', '👩\u200d💻'],
    ['🇨🇳', '🇨🇳'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
  ])('of "%s" are found by "%s"', (text, query) => expect(finds(text, query)).toBe(true))

  it.each([
    ['验证 码是', '证码'],
    ['验证\n证码', '验证码'],
    ['验证，证码', '验证码'],
    ['验证abc证码', '验证码'],
    ['验证码', '码验'],
    ['verification', 'ification'],
    ['verification', 'verifications'],
    ['您的验证码', '密'],
    ['恭喜🎉', '🎊'],
    ['恭喜🎉中奖', '恭喜中奖'],
  ])('of "%s" are not found by "%s"', (text, query) => expect(finds(text, query)).toBe(false))

  it('hold nothing that means something to a database, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const all = [
          ...searchTokens(text),
          ...searchTerms(text).flatMap(term => (term.kind === 'prefix' ? [term.token] : term.tokens)),
        ]
        for (const token of all) expect(token).toMatch(/^[^\s\p{P}\p{Cc}]+$/u)
      }),
    )
  })

  it('find every piece of two and more characters of a Chinese run, and nothing that is not in it', () => {
    const han = fc.constantFrom(...'验证码登录您好的是一二三')
    fc.assert(
      fc.property(
        fc.array(fc.array(han, { minLength: 1, maxLength: 8 }), { maxLength: 4 }),
        fc.array(han, { minLength: 1, maxLength: 4 }),
        (runs, query) => {
          const lines = runs.map(run => run.join(''))
          const wanted = query.join('')
          expect(finds(lines.join('\n'), wanted)).toBe(lines.some(line => line.includes(wanted)))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('are bounded, and made in no time, for hostile texts', () => {
    const worked = startCpuTime()
    for (const text of [
      '验'.repeat(1_000_000),
      'a '.repeat(1_000_000),
      'x'.repeat(5_000_000),
      '\ufdfa'.repeat(100_000),
    ]) {
      expect(searchTokens(text).length).toBeLessThanOrEqual(20_000)
      expect(searchTerms(text).length).toBeLessThanOrEqual(12)
    }
    expect(worked()).toBeLessThan(5000)
    expect(Math.max(...searchTokens('x'.repeat(5000)).map(token => token.length))).toBe(40)
  })

  it('hold each word once, and pairs as often as they stand', () => {
    expect(searchTokens('Code code 验证 CODE, 验证码 ｃｏｄｅ 码 for 12 12')).toEqual([
      'code',
      '验证',
      '证',
      '验证',
      '证码',
      '码',
      '码',
      'for',
      '12',
    ])
    const long = 'x'.repeat(50)
    expect(searchTokens(`${long} ${long}y`)).toEqual(['x'.repeat(40)])
  })

  it.each([
    ['验证 code 码是 code 证码', '证码', true],
    ['code 验证 code 码是', '证码', false],
    ['code 验 code 证', '验证', false],
    ['code 验证 code 证码', '验证码', false],
    ['code 验证 code 验证码 code', '验证码 code', true],
  ])('with a repeated word between: is "%s" found by "%s": %s', (text, query, found) =>
    expect(finds(text, query)).toBe(found),
  )

  it('reach further where words are repeated: what is kept is counted', () => {
    expect(finds(`${'again '.repeat(9000)}needle`, 'needle')).toBe(true)
    expect(finds(`${'a '.repeat(25_000)}needle`, 'needle')).toBe(true)
  })

  it('take half a character for none', () => {
    expect(searchTokens('ab\ud842cd \udfb7ef 𠮷\ud842')).toEqual(['ab', 'cd', 'ef', '𠮷'])
  })

  it('are none for what has no letters', () => {
    for (const text of ['', '   ', '" * : ( )', '！？。', '© →']) expect(searchTerms(text)).toEqual([])
  })

  it('of ASCII are those that the rules for all scripts make', () => {
    const word = fc.stringMatching(/^[A-Za-z0-9]{1,60}$/)
    const mark = fc.string({ unit: 'binary-ascii', maxLength: 3 })
    const text = fc
      .array(fc.tuple(fc.oneof(word, fc.constantFrom('a', 'A', 'code', 'Code')), mark))
      .map(all => all.flat().join(''))
    fc.assert(
      fc.property(text, written => tokenText(written) === tokensOfAnyScript(written)),
      { numRuns: 2000 },
    )
    const many = Array.from({ length: 9000 }, (_, at) => at.toString(36)).join(' ')
    for (const written of ['', ' ', 'a', `${many} ${many}`, 'x'.repeat(60_000)])
      expect(tokenText(written) === tokensOfAnyScript(written)).toBe(true)
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern, maxPatternLength, patternFault } from './pattern.ts'

describe('a pattern', () => {
  it.each(['发票|账单', '^\\[GitHub\\]', '\\p{Han}{2,8}', '(?i)abc', '\\bfailed\\b'])('may be %s', source => {
    expect(patternFault(source)).toBeNull()
  })

  it.each([
    ['([', '正则写得不对'],
    ['a{2,1}', '正则写得不对'],
    ['*', '正则写得不对'],
    ['foo(?=bar)', '正则里不能用断言和反向引用'],
    ['(a)\\1', '正则里不能用断言和反向引用'],
    ['.{0,1000}b', '这个正则太复杂，请简化'],
    ['((a{1,100}){1,10})b', '这个正则太复杂，请简化'],
    ['a'.repeat(maxPatternLength + 1), '这个正则太复杂，请简化'],
  ])('may not be %s', (source, fault) => {
    expect(patternFault(source)).toBe(fault)
  })

  it('finds a line by its ends and letters in either case', () => {
    const pattern = compilePattern('^second$')
    expect(typeof pattern === 'object' && pattern.test('first\nSECOND\nthird')).toBe(true)
  })

  it('is either usable or told to be at fault, whatever is typed', () => {
    const soup = fc.string({
      unit: fc.constantFrom(...'ab()[]{}*+?|^$.\\,-:=!<>09Pdwsx验'),
      maxLength: 60,
    })
    fc.assert(
      fc.property(soup, fc.string({ maxLength: 40 }), (source, text) => {
        const compiled = compilePattern(source)
        if (typeof compiled === 'object') compiled.test(text)
        expect(patternFault(source) === null).toBe(typeof compiled === 'object')
      }),
      { numRuns: 500 },
    )
  })

  it('survives nesting as deep as its length allows', () => {
    const depth = Math.floor(maxPatternLength / 2) - 1
    expect(patternFault(`${'('.repeat(depth)}a${')'.repeat(depth)}`)).toBe('这个正则太复杂，请简化')
    expect(patternFault('(a'.repeat(200))).toBe('正则写得不对')
  })
})

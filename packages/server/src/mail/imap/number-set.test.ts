import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countOf,
  hasNumber,
  numbersWithin,
  parseNumberSet,
  type Ranges,
  rangesOf,
  resolveSet,
  writeRanges,
} from './number-set.ts'

function resolved(text: string, largest: number, saved: Ranges = []): Ranges {
  const set = parseNumberSet(text)
  if (set === null) throw new Error(text)
  return resolveSet(set, largest, saved)
}

describe('a set of numbers', () => {
  it('means what RFC 9051 says, with the largest number and the saved result', () => {
    expect(resolved('3,1:2,10:8', 20)).toEqual([
      [1, 3],
      [8, 10],
    ])
    expect(resolved('559:*', 20)).toEqual([[20, 559]])
    expect(resolved('*:5,*', 20)).toEqual([[5, 20]])
    expect(resolved('*', 0)).toEqual([])
    expect(resolved('$', 20, [[4, 5]])).toEqual([[4, 5]])
    for (const text of ['', '0', '1:', ':1', '1,', '01', '-1', '1:2:3', '4294967296', '$,1', '1 ', '**'])
      expect(parseNumberSet(text)).toBeNull()
  })

  it('keeps the same numbers through its shortest form', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 60 })).map(list => list.sort((a, b) => a - b))
    fc.assert(
      fc.property(numbers, list => {
        const ranges = rangesOf(list)
        const written = writeRanges(ranges)
        expect(countOf(ranges)).toBe(list.length)
        if (list.length > 0) expect(resolved(written, 60)).toEqual(ranges)
        for (let number = 0; number <= 61; number++)
          expect(hasNumber(ranges, number)).toBe(list.includes(number))
        expect(
          numbersWithin(
            ranges,
            Array.from({ length: 60 }, (_, at) => at + 1),
          ),
        ).toEqual(list)
      }),
    )
  })

  it('costs as much as it is long, whatever it spans', () => {
    const wide = resolved(Array.from({ length: 100_000 }, () => '1:4294967295').join(','), 10)
    expect(wide).toEqual([[1, 4_294_967_295]])
    expect(numbersWithin(wide, [3, 7])).toEqual([3, 7])
    expect(writeRanges(rangesOf([5, 6, 2, 3]))).toBe('5:6,2:3')
  })
})

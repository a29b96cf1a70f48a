import { describe, expect, it } from 'vitest'
import { unitsOf } from './characters.ts'
import { isNewWord, noWords } from './seen-words.ts'
import { isNewShortWord, lowBits, noShortWords, shortCodes } from './short-words.ts'

const isNewLong = (words: string[]): boolean[] => {
  const seen = noWords()
  const units = unitsOf(words.join(' '))
  let end = -1
  return words.map(word => {
    const start = end + 1
    end = start + word.length
    return isNewWord(seen, units, start, end)
  })
}

const isNewShort = (words: string[]): boolean[] => {
  const seen = noShortWords()
  return words.map(word => {
    let [low, high] = [0, 0]
    for (const unit of unitsOf(word)) {
      high = (high << 6) | (low >>> 24)
      low = ((low << 6) | (shortCodes[unit] ?? 0)) & lowBits
    }
    return isNewShortWord(seen, low, high)
  })
}

const isNewAtAll = (words: string[]): boolean[] => words.map((word, at) => words.indexOf(word) === at)

describe.each([
  ['words', isNewLong],
  ['short words', isNewShort],
])('%s', (_name, isNew) => {
  it('are new once', () => {
    const words = [
      'code',
      'cod',
      'code',
      '0',
      '00',
      '0',
      'verificati',
      'verificat',
      'erificatio',
      'verificati',
    ]
    expect(isNew(words)).toEqual(isNewAtAll(words))
    expect(isNew(['code'])).toEqual([true])
  })

  it('are new once where there are more than slots', () => {
    const some = Array.from({ length: 9000 }, (_, index) => (index * 7919).toString(36))
    expect(isNew([...some, ...some])).toEqual([...some.map(() => true), ...some.map(() => false)])
  })
})

describe('words of the same hash', () => {
  it('are told apart', () => {
    // "Aa" and "BB" have the same hash, and so do all words of the same length that are made of them.
    const words = Array.from({ length: 512 }, (_, index) =>
      index.toString(2).padStart(9, '0').replaceAll('0', 'Aa').replaceAll('1', 'BB'),
    )
    expect(isNewLong([...words, ...words])).toEqual([...words.map(() => true), ...words.map(() => false)])
  })
})

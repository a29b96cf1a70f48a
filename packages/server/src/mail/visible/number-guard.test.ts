import { describe, expect, it } from 'vitest'
import { makeNumberGuard, type Written } from './number-guard.ts'

const PLAIN: Written = { raised: false, moved: null }
const RAISED: Written = { raised: true, moved: null }
const MOVED: Written = { raised: false, moved: {} }
const HIDDEN = 'hidden'

type Piece = [text: string, style?: Written | typeof HIDDEN]

function readAll(pieces: readonly Piece[]): string {
  const guard = makeNumberGuard()
  return pieces
    .map(([text, style = PLAIN]) =>
      style === HIDDEN ? guard.read(text, PLAIN, false) : guard.read(text, style, true),
    )
    .join('')
}

describe('a number', () => {
  const cases: [string, Piece[], string][] = [
    ['in pieces is one', [['12'], ['34']], '1234'],
    ['with a note behind it is not longer', [['1234'], ['5', RAISED]], '1234^5'],
    ['with a note before it is not longer', [['1', RAISED], ['234']], '1^234'],
    ['with hidden signs in it is none', [['12'], ['9', HIDDEN], ['34']], '12~34'],
    ['with hidden signs beside it stays', [['1234'], ['9', HIDDEN], [' is']], '1234 is'],
    ['set elsewhere does not go on with another', [['12'], ['34', MOVED]], '12~34'],
    ['in reverse order is left out', [['a \u202e4321\u202c b']], 'a ~ b'],
    ['in reverse order over several pieces is left out', [['a \u202e43'], ['21\u202c b']], 'a ~ b'],
  ]
  it.each(cases)('%s', (_, pieces, text) => {
    expect(readAll(pieces)).toBe(text)
  })

  it('begins anew on each line', () => {
    const guard = makeNumberGuard()
    guard.read('12', PLAIN, true)
    guard.read('9', PLAIN, false)
    guard.breakLine()
    expect(guard.read('34', PLAIN, true)).toBe('34')
  })
})

import { describe, expect, it } from 'vitest'
import { mediaHolds } from './css-media.ts'

describe('media queries', () => {
  it.each([
    ['none', '', 'yes'],
    ['all', 'all', 'yes'],
    ['a screen', 'screen', 'yes'],
    ['only a screen, in capitals', 'ONLY Screen', 'yes'],
    ['print', 'print', 'no'],
    ['print or a screen', 'print, screen', 'yes'],
    ['a narrow window', 'screen and (max-width: 600px)', 'no'],
    ['a narrow window in letters', '(max-width:37.5em)', 'no'],
    ['a window that may be narrower', '(max-width: 1000px)', 'doubtful'],
    ['a wide window', '(min-width: 600px)', 'yes'],
    ['a window wider than most', '(min-width: 1600px)', 'doubtful'],
    ['a range', '(width<=600px)', 'no'],
    ['dark colours', '(prefers-color-scheme: dark)', 'no'],
    ['light colours', '(prefers-color-scheme: light)', 'yes'],
    ['what is not', 'not print', 'doubtful'],
    ['something unknown', '(hover: hover)', 'doubtful'],
    ['an unknown unit', '(min-width:1foo)', 'doubtful'],
    ['one that does not hold beside a doubtful one', '(hover: hover) and (max-width: 600px)', 'no'],
  ])('for %s', (_, queries, holds) => {
    expect(mediaHolds(queries)).toBe(holds)
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { formatPoint, maxSent, noteSent, parsePoint, pointAt } from './resume-point.ts'

it('a resume point is read back as it was written', () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000),
      fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: maxSent }),
      (settled, beyond) => {
        const point = pointAt(settled)
        for (const step of beyond) noteSent(point, settled + step, 0)
        const text = formatPoint(point)
        const again = parsePoint(text, 0)
        expect(again?.settled).toBe(settled)
        expect([...(again?.sent.keys() ?? [])].sort()).toEqual([...point.sent.keys()].sort())
      },
    ),
  )
})

it('a point stays short: what was sent long ago, or is too much, is settled', () => {
  const point = pointAt(0)
  for (let seq = 1; seq <= maxSent + 50; seq++) noteSent(point, seq, 0)
  expect([point.settled, point.sent.size]).toEqual([50, maxSent])
  expect(formatPoint(point).length).toBeLessThan(2000)
  noteSent(point, 1000, 10 * 60_000)
  expect(formatPoint(point)).toBe(`${maxSent + 50}~${(750).toString(36)}`)
})

it('a plain number is a point too; anything else is none', () => {
  expect(parsePoint('42', 0)).toEqual(pointAt(42))
  for (const wrong of [
    undefined,
    '',
    'x',
    '-1',
    '1 OR 1=1',
    '42~',
    '42~.',
    '42~A',
    '9'.repeat(20),
    `1~${'1.'.repeat(600)}1`,
  ])
    expect(parsePoint(wrong, 0)).toBeNull()
})

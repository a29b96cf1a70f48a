import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leftAt, noteLeft } from './left-letters.ts'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('a letter that was left is found at its entry of the history, and nowhere else', () => {
  noteLeft('k1', 'd1')
  noteLeft('k2', 'd2')
  noteLeft('k1', 'd3')
  expect([leftAt('k1'), leftAt('k2'), leftAt('k3')]).toEqual(['d3', 'd2', null])
})

test('an entry without a name of its own is not taken for another', () => {
  noteLeft('default', 'd1')
  expect(leftAt('default')).toBeNull()
})

test('only the last ones are remembered, and nonsense is nothing', () => {
  for (let at = 0; at < 30; at++) noteLeft(`k${at}`, `d${at}`)
  expect([leftAt('k9'), leftAt('k10'), leftAt('k29')]).toEqual([null, 'd10', 'd29'])
  sessionStorage.setItem('left-letters', '{"a"')
  expect(leftAt('k29')).toBeNull()
})

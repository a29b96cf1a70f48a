import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gather } from './gather.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function gathering() {
  const handed: number[][] = []
  const page = { hidden: false }
  const { push, stop } = gather<number>(
    items => void handed.push(items),
    50,
    () => page.hidden,
  )
  return { handed, page, push, stop }
}

test('what comes alone is handed on at once', () => {
  const { handed, push } = gathering()
  push(1)
  vi.advanceTimersByTime(0)
  expect(handed).toEqual([[1]])
  vi.advanceTimersByTime(60)
  push(2)
  vi.advanceTimersByTime(0)
  expect(handed).toEqual([[1], [2]])
})

test('what comes together, and what follows closely, is handed on together and in order', () => {
  const { handed, push } = gathering()
  push(1)
  push(2)
  vi.advanceTimersByTime(0)
  expect(handed).toEqual([[1, 2]])
  push(3)
  vi.advanceTimersByTime(20)
  push(4)
  vi.advanceTimersByTime(29)
  expect(handed).toEqual([[1, 2]])
  vi.advanceTimersByTime(1)
  expect(handed).toEqual([
    [1, 2],
    [3, 4],
  ])
})

test('nothing waits on a page that nobody sees, nor what came just before it was hidden', () => {
  const { handed, page, push } = gathering()
  push(1)
  vi.advanceTimersByTime(0)
  push(2)
  page.hidden = true
  push(3)
  push(4)
  expect(handed).toEqual([[1], [2, 3], [4]])
  vi.advanceTimersByTime(1000)
  expect(handed).toHaveLength(3)
})

test('nothing is handed on after the end', () => {
  const { handed, push, stop } = gathering()
  push(1)
  stop()
  vi.advanceTimersByTime(1000)
  expect(handed).toEqual([])
})

import { expect, test } from 'vitest'
import { createPressure } from './pressure.ts'

function startPressure(cores: number) {
  let now = 0
  const pressure = createPressure(cores, () => now)
  return {
    /** Whether pressure is high after so many were accepted in so long. */
    after(count: number, ms: number): boolean {
      for (let at = 0; at < count; at++) pressure.noteAccepted()
      now += ms
      return pressure.isHigh()
    },
  }
}

test('mail that comes as fast as it can be read does not wait', () => {
  const { after } = startPressure(2)
  expect(after(1, 1)).toBe(false)
  expect(after(50, 100)).toBe(false)
  expect(after(500, 1000)).toBe(false)
})

test('mail that comes faster waits until it does not any more', () => {
  const { after } = startPressure(2)
  expect(after(100, 100)).toBe(true)
  // Within a window nothing is judged anew.
  expect(after(0, 25)).toBe(true)
  expect(after(100, 25)).toBe(true)
  expect(after(0, 100)).toBe(false)
})

test('one slow window is not the end of a flood, three are', () => {
  const { after } = startPressure(2)
  expect(after(100, 100)).toBe(true)
  expect(after(10, 100)).toBe(true)
  expect(after(100, 100)).toBe(true)
  expect(after(10, 100)).toBe(true)
  expect(after(10, 100)).toBe(true)
  expect(after(10, 100)).toBe(false)
  expect(after(10, 100)).toBe(false)
})

test('more cores read more', () => {
  expect(startPressure(8).after(100, 100)).toBe(false)
  expect(startPressure(8).after(400, 100)).toBe(true)
})

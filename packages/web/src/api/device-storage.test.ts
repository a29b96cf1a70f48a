import { beforeEach, expect, it } from 'vitest'
import { createDeviceStorage, type DeviceStorage, useStorageRefusal } from './device-storage.ts'
import { dropToken, keepToken, readToken } from './token.ts'

beforeEach(() => useStorageRefusal.setState(useStorageRefusal.getInitialState()))

function browser() {
  const kept = new Map<string, string>()
  const state = { full: false, forbidden: false }
  const storage: DeviceStorage = {
    getItem: name => kept.get(name) ?? null,
    setItem: (name, value) => {
      if (state.full) throw new Error('QuotaExceededError')
      kept.set(name, value)
    },
    removeItem: name => void kept.delete(name),
  }
  const device = createDeviceStorage(() => {
    if (state.forbidden) throw new Error('SecurityError')
    return storage
  })
  return { kept, state, device }
}

it('keeps in the browser what the browser takes', () => {
  const { kept, device } = browser()
  keepToken('one', device)
  expect([kept.get('token'), readToken(device)]).toEqual(['one', 'one'])
  expect(useStorageRefusal.getState()).toEqual({ refused: false, held: {} })
})

it.each(['full', 'forbidden'] as const)(
  'a log-in lasts for this visit where storage is %s, and that is known',
  why => {
    const { kept, state, device } = browser()
    state[why] = true
    keepToken('one', device)
    expect(readToken(device)).toBe('one')
    expect(kept.size).toBe(0)
    expect(useStorageRefusal.getState().refused).toBe(true)
    dropToken(device)
    expect(readToken(device)).toBeNull()
  },
)

it('a newer value that was not taken counts, until one is', () => {
  const { kept, state, device } = browser()
  keepToken('old', device)
  state.full = true
  keepToken('new', device)
  expect(readToken(device)).toBe('new')
  state.full = false
  keepToken('newer', device)
  expect([kept.get('token'), readToken(device)]).toEqual(['newer', 'newer'])
})

import { expect, it } from 'vitest'
import type { DeviceStorage } from './device-storage.ts'
import { dropToken, keepActingToken, keepToken, readToken } from './token.ts'

function memory(): DeviceStorage {
  const held = new Map<string, string>()
  return {
    getItem: name => held.get(name) ?? null,
    setItem: (name, value) => void held.set(name, value),
    removeItem: name => void held.delete(name),
  }
}

it('comes back to the own login after acting in somebody’s name, once', () => {
  const storage = memory()
  keepToken('admin', storage)
  keepActingToken('as-user', storage)
  expect(readToken(storage)).toBe('as-user')
  dropToken(storage)
  expect(readToken(storage)).toBe('admin')
  dropToken(storage)
  expect(readToken(storage)).toBeNull()
})

it('forgets the waiting login when somebody logs in anew', () => {
  const storage = memory()
  keepToken('admin', storage)
  keepActingToken('as-user', storage)
  keepToken('another', storage)
  dropToken(storage)
  expect(readToken(storage)).toBeNull()
})

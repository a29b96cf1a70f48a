import { expect, it } from 'vitest'
import { keepLoginKind, lastLoginKind } from './login-kind.ts'

function memory() {
  const held = new Map<string, string>()
  return {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => void held.set(name, value),
  }
}

it('is a system account’s until somebody logs in to a mailbox', () => {
  const storage = memory()
  expect(lastLoginKind(storage)).toBe('system')
  keepLoginKind('email', storage)
  expect(lastLoginKind(storage)).toBe('email')
  keepLoginKind('system', storage)
  expect(lastLoginKind(storage)).toBe('system')
})

it('is the usual one where storage is forbidden', () => {
  const forbidden = () => {
    throw new Error('forbidden')
  }
  const storage = { getItem: forbidden, setItem: forbidden }
  keepLoginKind('email', storage)
  expect(lastLoginKind(storage)).toBe('system')
})

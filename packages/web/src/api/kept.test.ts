import { describe, expect, it } from 'vitest'
import type { JsonStorage } from './json-storage.ts'
import { createKeptPermission } from './kept-permission.ts'
import { createKeptSettings } from './kept-settings.ts'

function memory(start: Record<string, string> = {}): JsonStorage & { kept: Map<string, string> } {
  const kept = new Map(Object.entries(start))
  return { kept, getItem: key => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

const full: JsonStorage = {
  getItem: () => null,
  setItem: () => {
    throw new DOMException('full', 'QuotaExceededError')
  },
}

const settings = { siteName: '雁书', card: true }

describe('the kept permission', () => {
  it('parses the text, keeps the object and writes it under permission', () => {
    const storage = memory()
    const store = createKeptPermission(() => storage)
    store.getState().setPermissionData('{"role":"admin","pages":["inbox"]}')
    expect(store.getState().permissionData).toEqual({ role: 'admin', pages: ['inbox'] })
    expect(JSON.parse(storage.kept.get('permission') ?? '')).toEqual({ role: 'admin', pages: ['inbox'] })
  })

  it('becomes an empty object when the text cannot be parsed, in memory and in storage', () => {
    const storage = memory()
    const store = createKeptPermission(() => storage)
    store.getState().setPermissionData('{"role":"admin"}')
    store.getState().setPermissionData('{"role":')
    expect(store.getState().permissionData).toEqual({})
    expect(storage.kept.get('permission')).toBe('{}')
  })

  it('takes JSON that is no object for an empty one', () => {
    const store = createKeptPermission(() => memory())
    for (const text of ['null', '[1]', '"admin"', '3']) {
      store.getState().setPermissionData(text)
      expect(store.getState().permissionData).toEqual({})
    }
  })

  it('starts from storage, and empty when what is there is corrupt', () => {
    expect(
      createKeptPermission(() => memory({ permission: '{"role":"user"}' })).getState().permissionData,
    ).toEqual({
      role: 'user',
    })
    expect(createKeptPermission(() => memory({ permission: '\u0000' })).getState().permissionData).toEqual({})
  })

  it('keeps the data for this visit when storage is full', () => {
    const store = createKeptPermission(() => full)
    store.getState().setPermissionData('{"role":"user"}')
    expect(store.getState().permissionData).toEqual({ role: 'user' })
  })
})

describe('the kept settings', () => {
  it('keeps the settings and writes them under settings', () => {
    const storage = memory()
    const store = createKeptSettings(() => storage)
    store.getState().setSettings(settings)
    expect(store.getState().settings).toEqual(settings)
    expect(JSON.parse(storage.kept.get('settings') ?? '')).toEqual(settings)
  })

  it('becomes an empty object when they cannot be written', () => {
    const store = createKeptSettings(() => full)
    store.getState().setSettings(settings)
    expect(store.getState().settings).toEqual({})
  })

  it('starts empty when what is stored is corrupt', () => {
    expect(createKeptSettings(() => memory({ settings: 'x' })).getState().settings).toEqual({})
  })

  it('starts empty when storage is forbidden', () => {
    const store = createKeptSettings(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(store.getState().settings).toEqual({})
  })
})

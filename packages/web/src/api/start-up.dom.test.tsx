import type { PublicSettings } from '@yanshu/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFakeServer } from '../testing/fake-server.ts'
import { useKeptPermission } from './kept-permission.ts'
import { useKeptSettings } from './kept-settings.ts'
import { loadVariables } from './start-up.ts'
import { keepToken, readToken } from './token.ts'

const key = new TextEncoder().encode('yanshu-permission-data-cipher-01')
const admin = { role: 'admin', pages: ['inbox'] }
const settings: PublicSettings = {
  ...{ siteName: '雁书', logo: '', avatar: '', notice: '', homeText: '', legal: '', complaint: '', icp: '' },
  ...{
    registration: true,
    temporary: true,
    ...{ store: false, storeForGood: false, storeMaySend: false },
    card: true,
    complaintForm: false,
    mailTmApi: false,
  },
  ...{ lifetimes: [60], defaultLifetime: 60, uploadLimit: 1, displayName: '', dateStyle: 'relative' },
  version: '0.2.0',
}

/** Seals as the server does: the initialisation vector, then the text padded with zeros, in AES-256-CBC. */
async function sealed(text: string): Promise<string> {
  const plain = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil(plain.length / 16) * 16)
  padded.set(plain)
  const iv = crypto.getRandomValues(new Uint8Array(16))
  const known = await crypto.subtle.importKey('raw', key, 'AES-CBC', false, ['encrypt'])
  const whole = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-CBC', iv }, known, padded))
  // The platform adds its own block of padding, which the specification does not have.
  const bytes = [...iv, ...whole.slice(0, padded.length)]
  return btoa(String.fromCharCode(...bytes))
}

describe('the start-up', () => {
  beforeEach(() => {
    const meta = document.createElement('meta')
    meta.name = 'yanshu-permission-key'
    meta.content = btoa(String.fromCharCode(...key))
    document.head.append(meta)
    keepToken('ys_kept')
    return () => meta.remove()
  })

  it('asks for the variables once, and keeps what they say', async () => {
    const permissionData = await sealed(JSON.stringify(admin))
    const server = startFakeServer({ getVar: () => ({ permissionData, settings }) })
    await loadVariables()
    expect(server.asked('getVar').map(({ token }) => token)).toEqual(['ys_kept'])
    expect(useKeptPermission.getState().permissionData).toEqual(admin)
    expect(useKeptSettings.getState().settings).toEqual(settings)
  })

  it.each<[string, () => string | Promise<string>]>([
    ['no base64', () => '***'],
    ['nothing', () => ''],
    ['too short to be anything', () => btoa('short')],
    ['sealed with another key', () => btoa('0123456789abcdef'.repeat(8))],
    ['cut off', async () => (await sealed(JSON.stringify(admin))).slice(0, 24)],
    ['no JSON', () => sealed('{"role":"admin",')],
    ['JSON that is no object', () => sealed('["admin"]')],
  ])(
    'leaves nobody with the rights of before when the answer holds %s, and keeps its settings',
    async (_, make) => {
      useKeptPermission.getState().setPermissionData(JSON.stringify(admin))
      const permissionData = await make()
      startFakeServer({ getVar: () => ({ permissionData, settings }) })
      await loadVariables()
      expect(useKeptPermission.getState().permissionData).toEqual({})
      expect(localStorage.getItem('permission')).toBe('{}')
      expect(useKeptSettings.getState().settings).toEqual(settings)
      expect(JSON.parse(localStorage.getItem('settings') ?? '')).toEqual(settings)
      expect(readToken()).toBe('ys_kept')
    },
  )
})

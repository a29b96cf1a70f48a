import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSecrets } from '../ledger/setting/open-secrets.ts'
import { databaseKinds, makePlace, openPlace } from '../testing/databases.ts'
import { createSecrets } from './secrets.ts'

describe('secrets at rest', () => {
  const secrets = createSecrets('a master key of some length')

  it.each(['', 'plain', '雁书🔑', 'x'.repeat(10_000), 'with \0 inside'])('open as what was sealed', plain => {
    const sealed = secrets.seal('totp', plain)
    expect(secrets.open('totp', sealed)).toBe(plain)
    if (plain.length > 3) expect(Buffer.from(sealed, 'base64url').includes(plain)).toBe(false)
  })

  it('look different each time', () => {
    expect(secrets.seal('totp', 'same')).not.toBe(secrets.seal('totp', 'same'))
  })

  it('do not open for another purpose, another key, or after a change', () => {
    const sealed = secrets.seal('totp', 'value')
    expect(() => secrets.open('dkim', sealed)).toThrow()
    expect(() => createSecrets('another master key').open('totp', sealed)).toThrow()
    const bytes = Buffer.from(sealed, 'base64url')
    for (const at of [0, 13, bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(() => secrets.open('totp', changed.toString('base64url'))).toThrow()
    }
    for (const broken of ['', 'x', sealed.slice(0, 20)]) expect(() => secrets.open('totp', broken)).toThrow()
  })

  it.each(databaseKinds)(
    'on %s have one master key for all who open them, also after a restart',
    async kind => {
      const place = await makePlace(kind)
      const config = { secretKey: '', dataDir: place.dataDir }
      const db = await openPlace(place)
      const opened = await Promise.all(Array.from({ length: 5 }, () => openSecrets(config, db, 1)))
      const again = await openSecrets(config, db, 2)
      const keys = [...opened, again].map(one => one.derive('x').toString('hex'))
      expect(new Set(keys).size).toBe(1)
      const given = await openSecrets({ ...config, secretKey: 'given by the operator' }, db, 2)
      expect(given.derive('x').toString('hex')).not.toBe(keys[0])
      await db.close()
      await place.remove()
    },
  )

  it('keep the key in a file that only the owner reads', async () => {
    const place = await makePlace('sqlite')
    const db = await openPlace(place)
    await openSecrets({ secretKey: '', dataDir: place.dataDir }, db, 1)
    const file = join(place.dataDir, 'secret.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').length).toBeGreaterThanOrEqual(43)
    await db.close()
    await place.remove()
  })

  it('refuse to work with a key file that is empty or cut short', async () => {
    const place = await makePlace('sqlite')
    const db = await openPlace(place)
    for (const text of ['', '\n', 'short']) {
      const dataDir = mkdtempSync(join(tmpdir(), 'yanshu-key-'))
      writeFileSync(join(dataDir, 'secret.key'), text)
      await expect(openSecrets({ secretKey: '', dataDir }, db, 1)).rejects.toThrow(/secret\.key/)
      rmSync(dataDir, { recursive: true })
    }
    await db.close()
    await place.remove()
  })
})

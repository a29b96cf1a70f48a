import { createPublicKey, sign, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../database/types.ts'
import { newId } from '../kernel/ids.ts'
import { createSecrets, type Secrets } from '../kernel/secrets.ts'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../testing/databases.ts'
import { createTestClock } from '../testing/test-clock.ts'
import { listKeys } from './key-repository.ts'
import { makeLocalDomain } from './local-domain.ts'
import { findDomainByName, insertDomain } from './repository.ts'
import { createSigningKeys, signingKeysOf } from './signing-keys.ts'

describe.each(databaseKinds)('signing keys on %s', kind => {
  let place: TestPlace
  let db: Db
  const clock = createTestClock()
  const secrets = createSecrets('a master key of some length')
  beforeAll(async () => {
    place = await makePlace(kind)
    db = await openPlace(place)
    await makeLocalDomain(db, 'yanshu.test', clock.now())
  })
  afterAll(async () => {
    await db.close()
    await place.remove()
  })

  it('are made once, an RSA and an Ed25519 one, however many ask at the same moment', async () => {
    const asked = await Promise.all(
      Array.from({ length: 3 }, () => signingKeysOf({ db, secrets, clock }, 'Yanshu.test')),
    )
    const selectors = asked.map(keys => keys.map(key => key.selector))
    expect(new Set(selectors.map(String)).size).toBe(1)
    expect(asked[0]?.map(key => key.algorithm)).toEqual(['rsa', 'ed25519'])
  })

  it('of a new domain are made by one of those who ask for them in one process', async () => {
    const now = clock.now()
    const id = newId(now)
    const rights = { owner_id: null, open: 1, store: 0, catch_all: 0, subdomains: 0 } as const
    await db.transaction(tx =>
      insertDomain(tx, { id, name: 'fresh.test', ...rights, verified_at: now, created_at: now }),
    )
    let sealed = 0
    const counting: Secrets = {
      ...secrets,
      seal(purpose, plain) {
        sealed++
        return secrets.seal(purpose, plain)
      },
    }
    const keysFor = createSigningKeys({ db, secrets: counting, clock })
    const asked = await Promise.all(Array.from({ length: 50 }, () => keysFor('fresh.test')))
    expect([sealed, asked.filter(keys => keys.length === 2).length]).toEqual([2, 50])
    // Answers are not remembered, because keys change.
    await db.transaction(tx =>
      tx
        .updateTable('dkim_key')
        .set({ state: 'retiring' })
        .where('domain_id', '=', id)
        .where('algorithm', '=', 'rsa')
        .execute(),
    )
    expect((await keysFor('fresh.test')).map(key => key.algorithm)).toEqual(['ed25519'])
  })

  it('are encrypted at rest and sign what the published key verifies', async () => {
    const domain = await findDomainByName(db.query, 'yanshu.test')
    const rows = await listKeys(db.query, domain?.id ?? '')
    const keys = await signingKeysOf({ db, secrets, clock }, 'yanshu.test')
    const text = Buffer.from('signed')
    for (const row of rows) {
      expect(row.private_key).not.toContain('PRIVATE')
      const { privateKey } = keys.find(key => key.selector === row.selector) ?? {}
      if (!privateKey) throw new Error('no key')
      expect(
        Buffer.from(row.private_key, 'base64url').includes(
          privateKey.export({ type: 'pkcs8', format: 'der' }),
        ),
      ).toBe(false)
      const der = Buffer.from(row.public_key, 'base64')
      // RFC 8463, section 4: the bare bytes; their SubjectPublicKeyInfo has this fixed beginning.
      const spki =
        row.algorithm === 'rsa' ? der : Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), der])
      const publicKey = createPublicKey({ key: spki, type: 'spki', format: 'der' })
      const hash = row.algorithm === 'rsa' ? 'sha256' : null
      expect(verify(hash, text, publicKey, sign(hash, text, privateKey))).toBe(true)
    }
    expect(rows).toHaveLength(2)
  })

  it('are not there for a domain that is not ours', async () => {
    expect(await signingKeysOf({ db, secrets, clock }, 'example.org')).toEqual([])
  })
})

/**
 * Secrets at rest: one master key, from which a key for each purpose is derived. What is sealed with one purpose cannot
 * be opened with another.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config/settings-table.ts'
import type { Db } from './database/types.ts'

export type Secrets = {
  /** A key of 32 bytes for signing or encrypting one kind of thing. */
  derive(purpose: string): Buffer
  seal(purpose: string, plain: string): string
  open(purpose: string, sealed: string): string
}

/** Where the key stands among the settings, with PostgreSQL. */
export const masterKeyName = 'masterKey'
const minKeyLength = 16

/** Written whole under another name and then linked: of several processes one is the author, and none reads half a key. */
function makeKeyFile(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600, flush: true })
  try {
    linkSync(draft, path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  } finally {
    unlinkSync(draft)
  }
}

function fileKey(dataDir: string): string {
  const path = join(dataDir, 'secret.key')
  mkdirSync(dataDir, { recursive: true })
  if (!existsSync(path)) makeKeyFile(path)
  const key = readFileSync(path, 'utf8').trim()
  if (key.length < minKeyLength) throw new Error(`${path} holds no key; put back the one from your backup`)
  return key
}

async function databaseKey(db: Db, now: number): Promise<string> {
  const fresh = {
    scope: 'instance',
    name: masterKeyName,
    value: randomBytes(32).toString('base64url'),
    updated_at: now,
  }
  await db.transaction(async tx => {
    await tx
      .insertInto('setting')
      .values(fresh)
      .onConflict(oc => oc.columns(['scope', 'name']).doNothing())
      .execute()
  })
  const row = await db.query
    .selectFrom('setting')
    .select('value')
    .where('scope', '=', 'instance')
    .where('name', '=', masterKeyName)
    .executeTakeFirstOrThrow()
  return row.value
}

export async function openSecrets(
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  db: Db,
  now: number,
): Promise<Secrets> {
  if (config.secretKey) return createSecrets(config.secretKey)
  return createSecrets(db.kind === 'sqlite' ? fileKey(config.dataDir) : await databaseKey(db, now))
}

export function createSecrets(master: string): Secrets {
  const derive = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', master, 'yanshu', purpose, 32))
  return {
    derive,
    seal(purpose, plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derive(purpose), iv)
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', derive(purpose), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
  }
}

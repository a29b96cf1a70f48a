/**
 * Passwords: argon2id from Node itself, stored in the usual `$argon2id$…` text so that parameters can be raised later.
 * Hashing takes 19 MiB and some milliseconds each, therefore only a few run at once and the rest wait their turn.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'

const memory = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32
const maxAtOnce = 2

export type Passwords = {
  hash(password: string): Promise<string>
  /** Null as the stored hash takes as long as a wrong password, so that unknown accounts cannot be told apart. */
  verify(stored: string | null, password: string): Promise<boolean>
  /** The same bytes for the same password and salt, for secrets that are looked up; as dear as a verification. */
  digest(password: string, salt: Buffer): Promise<Buffer>
}

type Parameters = { memory: number; passes: number; parallelism: number; nonce: Buffer; tagLength: number }

function derive(password: string, parameters: Parameters): Promise<Buffer> {
  // NFKC: the same password typed on another keyboard gives the same bytes.
  const message = Buffer.from(password.normalize('NFKC'), 'utf8')
  return new Promise((resolve, reject) => {
    argon2('argon2id', { message, ...parameters }, (error, tag) => (error ? reject(error) : resolve(tag)))
  })
}

const encode = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

function parse(stored: string): { parameters: Parameters; tag: Buffer } | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(stored)
  if (!match) return null
  const [, m, t, p, nonce, tag] = match
  const tagBytes = Buffer.from(tag ?? '', 'base64')
  return {
    parameters: {
      memory: Number(m),
      passes: Number(t),
      parallelism: Number(p),
      nonce: Buffer.from(nonce ?? '', 'base64'),
      tagLength: tagBytes.length,
    },
    tag: tagBytes,
  }
}

export function createPasswords(): Passwords {
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxAtOnce) await new Promise<void>(resolve => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const standIn = {
    parameters: { memory, passes, parallelism, nonce: randomBytes(16), tagLength },
    tag: randomBytes(tagLength),
  }

  return {
    hash(password) {
      return inTurn(async () => {
        const nonce = randomBytes(16)
        const tag = await derive(password, { memory, passes, parallelism, nonce, tagLength })
        return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
      })
    },
    verify(stored, password) {
      return inTurn(async () => {
        const { parameters, tag } = (stored === null ? null : parse(stored)) ?? standIn
        const tried = await derive(password, parameters)
        return timingSafeEqual(tried, tag)
      })
    },
    digest: (password, salt) =>
      inTurn(() => derive(password, { memory, passes, parallelism, nonce: salt, tagLength })),
  }
}

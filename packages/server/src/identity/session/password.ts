/**
 * Passwords: argon2id from Node itself, stored in the usual `$argon2id$…` text so that parameters can be raised later.
 * Hashing takes 19 MiB and some milliseconds each, therefore only a few run at once and the rest wait their turn.
 */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { createTurns, type Turns } from './turns.ts'

/** The cost of one hash: the KiB of memory and the number of passes over it. */
export type HashCost = { readonly memory: number; readonly passes: number }

const usualCost: HashCost = { memory: 19_456, passes: 2 }
/** For passwords of full entropy. */
const lightCost: HashCost = { memory: 256, passes: 1 }
const parallelism = 1
const tagLength = 32
const maxAtOnce = 2

export type Hashing = {
  hash(password: string): Promise<string>
  /**
   * For a password that we made ourselves at random. It cannot be guessed however fast one guesses, so the hash need not
   * be slow, and ten thousand of them are made in seconds.
   */
  hashRandom(password: string): Promise<string>
}

export type Passwords = Hashing & {
  /** For passwords of many mailboxes at once: nobody who logs in waits behind them. */
  readonly bulk: Hashing
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

async function hashWith(password: string, cost: HashCost): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, { ...cost, parallelism, nonce, tagLength })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${parallelism}$${encode(nonce)}$${encode(tag)}`
}

const hashingIn = (turn: Turns['inTurn'], cost: HashCost): Hashing => ({
  hash: password => turn(() => hashWith(password, cost)),
  hashRandom: password => turn(() => hashWith(password, lightCost)),
})

export function createPasswords(cost = usualCost): Passwords {
  const { inTurn, inBulk } = createTurns(maxAtOnce)

  const standIn = {
    parameters: { ...cost, parallelism, nonce: randomBytes(16), tagLength },
    tag: randomBytes(tagLength),
  }

  return {
    ...hashingIn(inTurn, cost),
    bulk: hashingIn(inBulk, cost),
    verify(stored, password) {
      return inTurn(async () => {
        const { parameters, tag } = (stored === null ? null : parse(stored)) ?? standIn
        const tried = await derive(password, parameters)
        // A light hash takes as long as any other, or one could tell such accounts, and that they are there.
        if (parameters.memory < cost.memory) await derive(password, standIn.parameters)
        return timingSafeEqual(tried, tag)
      })
    },
    digest: (password, salt) =>
      inTurn(() => derive(password, { ...cost, parallelism, nonce: salt, tagLength })),
  }
}

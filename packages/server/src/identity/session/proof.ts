/**
 * Proof of work, in the ALTCHA format: a client that has become a nuisance must compute a little before it may go on.
 * Challenges are signed, not stored; a solved one is good once, for its purpose, for some minutes.
 */
import type { AuthPurpose } from '@yanshu/contract'
import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { Db } from '../../database/types.ts'
import { minute } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { insertSpentProof } from './proof-repository.ts'

const validForMs = 10 * minute
/** About a second of a phone's time; harder for those who keep at it. */
const baseNumber = 50_000
const maxNumber = 2_000_000

export type Challenge = {
  algorithm: 'SHA-256'
  challenge: string
  salt: string
  signature: string
  maxnumber: number
}

export type Proofs = {
  /** `strength` is the operator's: 1 is about a second. */
  challenge(purpose: AuthPurpose, hardness: number, now: number, strength?: number): Promise<Challenge>
  /** True once for a right answer to a challenge of this purpose. */
  spend(db: Db, purpose: AuthPurpose, proof: string, now: number): Promise<boolean>
}

type Solution = { challenge: string; salt: string; signature: string }

function readSolution(proof: string): Solution | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(proof, 'base64').toString('utf8'))
    if (typeof value !== 'object' || value === null) return null
    const { challenge, salt, signature } = value as Record<string, unknown>
    if (typeof challenge !== 'string' || typeof salt !== 'string' || typeof signature !== 'string')
      return null
    return { challenge, salt, signature }
  } catch {
    return null
  }
}

export function createProofs(secrets: Secrets): Proofs {
  const hmacKey = secrets.derive('proof-of-work').toString('base64')
  return {
    async challenge(purpose, hardness, now, strength = 1) {
      const maxnumber = Math.min(maxNumber, Math.round(baseNumber * strength) * Math.max(1, hardness))
      const made = await createChallenge({
        hmacKey,
        algorithm: 'SHA-256',
        maxNumber: maxnumber,
        expires: new Date(now + validForMs),
        params: { purpose },
      })
      return {
        algorithm: 'SHA-256',
        challenge: made.challenge,
        salt: made.salt,
        signature: made.signature,
        maxnumber,
      }
    },

    async spend(db, purpose, proof, now) {
      const solution = readSolution(proof)
      if (!solution) return false
      const right = await verifySolution(proof, hmacKey, false).catch(() => false)
      if (!right) return false
      const { purpose: made, expires } = extractParams(proof)
      const expiresAt = Number(expires) * 1000
      if (made !== purpose || !(expiresAt > now)) return false
      return db.transaction(tx => insertSpentProof(tx, solution.signature, expiresAt))
    },
  }
}

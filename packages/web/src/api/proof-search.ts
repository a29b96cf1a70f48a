/** Searches for the proof of work: the number whose hash after the salt equals the challenge. */
import { sha256Hex } from './sha256.ts'

export type Challenge = {
  algorithm: 'SHA-256'
  challenge: string
  salt: string
  signature: string
  maxnumber: number
}

/** The number of tries between two reports of progress. */
const STEP = 2_000

/** Returns the number, or null when there is none up to the maximum. */
export function findNumber(challenge: Challenge, onProgress: (share: number) => void): number | null {
  for (let number = 0; number <= challenge.maxnumber; number++) {
    if (sha256Hex(challenge.salt + number) === challenge.challenge) return number
    if (number % STEP === STEP - 1) onProgress(number / challenge.maxnumber)
  }
  return null
}

/** Encodes the answer for the wire: base64 of the challenge with its number, without the maximum. */
export function proofPayload(challenge: Challenge, number: number): string {
  const { algorithm, challenge: hash, salt, signature } = challenge
  return btoa(JSON.stringify({ algorithm, challenge: hash, number, salt, signature }))
}

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type Challenge, findNumber, proofPayload } from './proof-search.ts'

function challengeFor(number: number, maxnumber: number): Challenge {
  const salt = 'f00d?expires=1'
  const challenge = createHash('sha256').update(`${salt}${number}`).digest('hex')
  return { algorithm: 'SHA-256', challenge, salt, signature: 'signed', maxnumber }
}

describe('findNumber', () => {
  it('finds the number behind a challenge, at the start and at the very end of the range', () => {
    for (const number of [0, 1, 4321, 5000]) {
      expect(findNumber(challengeFor(number, 5000), () => undefined)).toBe(number)
    }
  })

  it('says that there is none when the number lies beyond the range', () => {
    expect(findNumber(challengeFor(501, 500), () => undefined)).toBeNull()
  })

  it('reports progress that only grows and stays within the whole', () => {
    const shares: number[] = []
    findNumber(challengeFor(9000, 10_000), share => shares.push(share))
    expect(shares.length).toBeGreaterThan(2)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(Math.max(...shares)).toBeLessThanOrEqual(1)
  })
})

it('the payload is base64 JSON of exactly the five fields', () => {
  const challenge = challengeFor(7, 10)
  expect(JSON.parse(atob(proofPayload(challenge, 7)))).toEqual({
    algorithm: 'SHA-256',
    challenge: challenge.challenge,
    number: 7,
    salt: challenge.salt,
    signature: 'signed',
  })
})

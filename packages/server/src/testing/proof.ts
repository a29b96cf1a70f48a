/** Solves the proof of work that `startAuth` asks for. */
import { createHash } from 'node:crypto'
import type { AuthPurpose } from '@yanshu/contract'
import type { TestApp } from './test-app.ts'

/** Counts up until the digest matches; a browser does the same, only more slowly. */
function solve(challenge: string, salt: string, maxnumber: number): number {
  for (let number = 0; number <= maxnumber; number++) {
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge) return number
  }
  throw new Error('the challenge has no solution')
}

type Options = { subject?: string; headers?: Record<string, string> }

export async function askChallenge(site: TestApp, purpose: AuthPurpose, options: Options = {}) {
  const { subject, headers } = options
  const { challenge } = await site.ok('startAuth', {
    body: { purpose, ...(subject === undefined ? {} : { subject }) },
    ...(headers ? { headers } : {}),
  })
  if (!challenge) throw new Error(`no proof is asked for to ${purpose}`)
  return challenge
}

export async function solveProof(
  site: TestApp,
  purpose: AuthPurpose,
  options: Options = {},
): Promise<string> {
  const { maxnumber, ...asked } = await askChallenge(site, purpose, options)
  const number = solve(asked.challenge, asked.salt, maxnumber)
  return Buffer.from(JSON.stringify({ ...asked, number })).toString('base64')
}

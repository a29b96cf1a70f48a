/** Turns whatever went wrong into a fact for people, how long to wait, and whether it concerns all names alike. */
import { ProviderError } from '../../domain/provider/zone.ts'
import { hour, minute } from '../../kernel/clock.ts'
import { type Fact, fact } from '../../ledger/fact/fact.ts'
import { AcmeProblem, AcmeSilence, cleanWords } from '../acme/acme-fault.ts'
import type { ChainVerdict } from '../present/judge-chain.ts'
import { NoZone } from './show-proof.ts'

/** What the authority sent cannot be used. */
export class Unusable extends Error {
  readonly verdict: Exclude<ChainVerdict, 'good'> | 'otherKey'
  constructor(verdict: Unusable['verdict']) {
    super(`the certificate cannot be used: ${verdict}`)
    this.verdict = verdict
  }
}

/** The name does not point at us. */
export class NotHere extends Error {
  readonly told: Fact
  constructor(told: Fact) {
    super('the name does not point at this machine')
    this.told = told
  }
}

export type Fault = { told: Fact; ofAuthority: boolean; retryAfterMs: number }

const firstWaitMs = hour
const longestWaitMs = 24 * hour
const doubledAtMost = 8

/** Hours, not seconds: whoever asks an authority too often is locked out by it. */
export const waitAfter = (failures: number): number =>
  Math.min(firstWaitMs * 2 ** Math.min(Math.max(failures - 1, 0), doubledAtMost), longestWaitMs)

/** Looking up a name costs nobody anything, so that one which will soon point at us is not kept waiting. */
const lookAgainMs = 10 * minute

export function faultOf(cause: unknown, facts: { name: string; way: string; atAccount: boolean }): Fault {
  const { name, way, atAccount } = facts
  if (cause instanceof AcmeProblem) {
    const { type, message: said, retryAfterMs } = cause
    const told = fact('authorityRefused', { type, way: atAccount ? '' : way, said })
    return { told, ofAuthority: atAccount, retryAfterMs: retryAfterMs ?? 0 }
  }
  if (cause instanceof AcmeSilence)
    return { told: fact('authoritySilent', { said: cause.message }), ofAuthority: true, retryAfterMs: 0 }
  if (cause instanceof NotHere) return { told: cause.told, ofAuthority: false, retryAfterMs: lookAgainMs }
  if (cause instanceof NoZone) return { told: fact('noZone', { name }), ofAuthority: false, retryAfterMs: 0 }
  if (cause instanceof Unusable)
    return {
      told: fact('certificateUnusable', { verdict: cause.verdict }),
      ofAuthority: false,
      retryAfterMs: 0,
    }
  if (cause instanceof ProviderError)
    return {
      told: fact('zoneRefused', { said: cleanWords(cause.message) }),
      ofAuthority: false,
      retryAfterMs: 0,
    }
  return { told: fact('notStored', {}), ofAuthority: false, retryAfterMs: 0 }
}

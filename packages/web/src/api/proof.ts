/**
 * Adds a proof of work to calls that are open to everyone: it asks whether one is needed, solves it, and
 * sends it along.
 */
import type { AuthPurpose } from '@yanshu/contract'
import { isApiError } from './api-error.ts'
import { api } from './index.ts'
import type { OnProgress } from './solve-proof.ts'

/** The purpose of the call; the subject is the user name or address of a log-in attempt. */
export type Attempt = AuthPurpose | { purpose: AuthPurpose; subject: string }

async function proofFor(attempt: Attempt, onProgress: OnProgress): Promise<{ proof?: string }> {
  const body = typeof attempt === 'string' ? { purpose: attempt } : attempt
  const { challenge } = await api.startAuth({ body })
  if (challenge === null) return {}
  // The solver is rarely needed and loads only then.
  const { solveProof } = await import('./solve-proof.ts')
  return { proof: await solveProof(challenge, onProgress) }
}

/**
 * Sends a call with a proof when the server wants one. The server may change its mind between asking and
 * sending (the limit was reached, or the challenge expired), so one refusal leads to one more try.
 */
export async function withProof<Answer>(
  attempt: Attempt,
  send: (proof: { proof?: string }) => Promise<Answer>,
  onProgress: OnProgress,
): Promise<Answer> {
  try {
    return await send(await proofFor(attempt, onProgress))
  } catch (error) {
    if (!isApiError(error, 'proofNeeded', 'proofWrong')) throw error
    return send(await proofFor(attempt, onProgress))
  }
}

/** Proof of work before calls that are open to everyone: asks whether one is needed, solves it, sends it along. */
import type { AuthPurpose } from '@yanshu/contract'
import { isApiError } from './api-error.ts'
import { api } from './index.ts'
import { type Challenge, proofPayload } from './proof-search.ts'
import type { FromWorker } from './proof-worker.ts'

export type OnProgress = (share: number | null) => void

export function solveProof(challenge: Challenge, onProgress: OnProgress): Promise<string> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', (event: MessageEvent<FromWorker>) => {
      if ('progress' in event.data) onProgress(event.data.progress)
      else if (event.data.number === null) reject(new Error('the challenge has no solution'))
      else resolve(proofPayload(challenge, event.data.number))
    })
    worker.addEventListener('error', () => reject(new Error('the proof of work could not run')))
    onProgress(0)
    worker.postMessage(challenge)
  }).finally(() => {
    worker.terminate()
    onProgress(null)
  })
}

/** What is attempted; the subject is the user name or address, where one is being tried. */
export type Attempt = AuthPurpose | { purpose: AuthPurpose; subject: string }

async function proofFor(attempt: Attempt, onProgress: OnProgress): Promise<{ proof?: string }> {
  const body = typeof attempt === 'string' ? { purpose: attempt } : attempt
  const { challenge } = await api.startAuth({ body })
  return challenge === null ? {} : { proof: await solveProof(challenge, onProgress) }
}

/**
 * Sends a call with a proof when the server wants one. It may change its mind between asking and sending (the limit was
 * reached in between, the challenge grew old), so one refusal leads to one more try.
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

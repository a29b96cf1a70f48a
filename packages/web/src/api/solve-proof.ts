/** Solves a challenge in a thread of its own and reports the progress. */
import { type Challenge, proofPayload } from './proof-search.ts'
import type { FromWorker } from './proof-worker.ts'

/** The share is null when no proof is running. */
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

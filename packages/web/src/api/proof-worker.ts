/**
 * Runs the search off the page's own thread. It receives a challenge and posts progress, then the number or
 * null.
 */
import { type Challenge, findNumber } from './proof-search.ts'

export type FromWorker = { progress: number } | { number: number | null }

function post(message: FromWorker): void {
  self.postMessage(message)
}

self.addEventListener('message', (event: MessageEvent<Challenge>) => {
  post({ number: findNumber(event.data, progress => post({ progress })) })
})

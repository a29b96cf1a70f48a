/** A worker that starts quickly, sees of a message its subject and code, and fails when a message tells it to. It shows nothing. */
import { parentPort } from 'node:worker_threads'
import { unreadableMail } from '../unreadable-mail.ts'
import type { WorkerRequest } from '../worker-protocol.ts'

function obey(text: string): void {
  if (text.includes('poison: exit')) process.exit(1)
  if (text.includes('poison: throw')) throw new Error('poisoned')
  if (text.includes('poison: hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

async function arrive({
  raw,
  envelope,
}: Extract<WorkerRequest, { task: 'arrive' }>['input']): Promise<unknown> {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  const text = bytes.toString()
  obey(text)
  const nothing = unreadableMail({ envelope })
  const subject = /^Subject: (.*)$/m.exec(text)?.[1]?.trim() ?? ''
  const code = /\b\d{6}\b/.exec(text)?.[0] ?? null
  return { mail: { ...nothing, subject, code }, outcomes: [] }
}

parentPort?.postMessage([])

parentPort?.on('message', (requests: readonly WorkerRequest[]) => {
  for (const request of requests) {
    if (request.task === 'show') obey(Buffer.from(request.input.raw).toString())
    if (request.task !== 'arrive') continue
    arrive(request.input).then(
      output => parentPort?.postMessage([{ id: request.id, output }]),
      (cause: unknown) => parentPort?.postMessage([{ id: request.id, failed: String(cause) }]),
    )
  }
})

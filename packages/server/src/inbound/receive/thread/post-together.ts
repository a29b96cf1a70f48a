/** Gathers what is said in one turn of the event loop into one message: a message between threads costs more than its content. */
import type { Transferable } from 'node:worker_threads'

type Port = { postMessage(value: unknown, transfer?: readonly Transferable[]): void }

export function postTogether<Said>(port: Port): (said: Said, transfer?: ArrayBuffer) => void {
  let batch: Said[] = []
  let moved: ArrayBuffer[] = []

  function flush(): void {
    const said = batch
    const transfer = moved
    batch = []
    moved = []
    port.postMessage(said, transfer)
  }

  return (said, transfer) => {
    if (batch.length === 0) setImmediate(flush)
    batch.push(said)
    if (transfer) moved.push(transfer)
  }
}

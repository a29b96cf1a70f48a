/** Gathers what is said in one turn of the event loop into one message: a message between threads costs more than its content. */
import type { Transferable } from 'node:worker_threads'
import { gatherTurn } from '../../../kernel/same-turn.ts'

type Port = { postMessage(value: unknown, transfer?: readonly Transferable[]): void }

export function postTogether<Said>(port: Port): (said: Said, transfer?: ArrayBuffer) => void {
  let moved: ArrayBuffer[] = []
  const gather = gatherTurn<Said>(said => {
    const transfer = moved
    moved = []
    port.postMessage(said, transfer)
  })

  return (said, transfer) => {
    if (transfer) moved.push(transfer)
    gather(said)
  }
}

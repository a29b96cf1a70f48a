/**
 * Runs the operator's commands beside a program in this thread. They have a thread of their own, like the
 * separate process outside of tests: waiting for SQLite's lock blocks the whole thread, and would block the
 * holder of the lock too.
 */
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { runCommand } from '../cli/run-command.ts'

const ownMark = 'commands of an operator'

type Order = { args: string[]; environment: Record<string, string> }
export type Said = { code: number; said: string }

export type CliThread = {
  run(args: string[], environment: Record<string, string>): Promise<Said>
  stop(): Promise<void>
}

async function obey({ args, environment }: Order): Promise<Said> {
  let said = ''
  const hear = (text: string) => {
    said += `${text}\n`
  }
  const code = await runCommand(args, environment, { say: hear, complain: hear })
  return { code, said }
}

export function startCliThread(): CliThread {
  const worker = new Worker(new URL(import.meta.url), { workerData: ownMark })
  return {
    run: (args, environment) =>
      new Promise((resolve, reject) => {
        worker.once('error', reject)
        worker.once('message', (said: Said) => {
          worker.off('error', reject)
          resolve(said)
        })
        worker.postMessage({ args, environment } satisfies Order)
      }),
    async stop() {
      await worker.terminate()
    },
  }
}

if (workerData === ownMark) {
  parentPort?.on('message', (order: Order) => {
    void obey(order).then(said => parentPort?.postMessage(said))
  })
}

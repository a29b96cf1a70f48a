/** A worker thread: reads, shows and judges messages, one at a time. A hostile message can at worst cost this thread. */
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { outgoingHtml } from '../../mail/html/outgoing-html.ts'
import { createEvaluator } from '../filter/evaluate.ts'
import { dnsHealthOf } from './dns-health.ts'
import { readMessage } from './read-message.ts'
import { redraftMessage } from './redraft-message.ts'
import { createScan, noOpinion } from './scan/scan.ts'
import { createResolver } from './sender-resolver.ts'
import { attachedFile, showMessage } from './show-message.ts'
import type { WorkerAnswer, WorkerRequest, WorkerSetup, WorkerTasks } from './worker-protocol.ts'

const setup = workerData as WorkerSetup
const resolver = createResolver(setup.dnsServers, dnsHealthOf(setup.dnsHealth))
const scan = createScan(setup.scanners)
const evaluate = createEvaluator()

const buffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

async function arrive(input: WorkerTasks['arrive']['input']): Promise<WorkerTasks['arrive']['output']> {
  const { facts, ...mail } = await readMessage(buffer(input.raw), input.envelope, { resolver, scan })
  const outcomes = input.rules.map(({ address, rules }) => ({
    address,
    outcome: evaluate(rules, { ...facts, recipients: [...facts.recipients, address] }),
  }))
  return { mail, outcomes }
}

/** For trying a rule out: no sender is checked again, and nobody is asked. */
async function facts(input: WorkerTasks['facts']['input']): Promise<WorkerTasks['facts']['output']> {
  const resolver = () => Promise.reject(Object.assign(new Error('not asked'), { code: 'ENOTFOUND' }))
  const list = []
  const envelope = { id: '', from: '', client: '127.0.0.1', helo: '', protocol: '', host: '', recipients: [] }
  for (const raw of input.raws)
    list.push((await readMessage(buffer(raw), envelope, { resolver, scan: async () => noOpinion })).facts)
  return list
}

const judge = ({ rule, facts: list }: WorkerTasks['judge']['input']): WorkerTasks['judge']['output'] =>
  list.map(seen => evaluate([rule], seen).hitIds.length > 0)

function perform(request: WorkerRequest): unknown {
  switch (request.task) {
    case 'arrive':
      return arrive(request.input)
    case 'show':
      return showMessage(buffer(request.input.raw))
    case 'attachment':
      return attachedFile(buffer(request.input.raw), request.input.id)
    case 'outgoing':
      return outgoingHtml(request.input.html, request.input.files)
    case 'redraft':
      return redraftMessage(buffer(request.input.raw))
    case 'facts':
      return facts(request.input)
    case 'judge':
      return judge(request.input)
  }
}

async function answer(request: WorkerRequest): Promise<WorkerAnswer> {
  try {
    return { id: request.id, output: await perform(request) }
  } catch (cause) {
    return { id: request.id, failed: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}

/** On Linux this is the priority of the calling thread: accepting mail comes before reading it. */
function stepBack(): void {
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Where it is not allowed, the threads are equals.
  }
}
if (process.platform === 'linux') stepBack()

const done: WorkerAnswer[] = []

function hand(result: WorkerAnswer): void {
  done.push(result)
  if (done.length === 1) setImmediate(() => parentPort?.postMessage(done.splice(0)))
}

// Ready: what is given from now on is done at once.
parentPort?.postMessage([])

parentPort?.on('message', (requests: readonly WorkerRequest[]) => {
  for (const request of requests) void answer(request).then(hand)
})

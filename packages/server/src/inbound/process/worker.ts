/** A worker thread: reads, shows and judges messages, one at a time. A hostile message can at worst cost this thread. */
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { asBuffer } from '../../kernel/as-buffer.ts'
import { gatherTurn } from '../../kernel/same-turn.ts'
import { importProtocol } from '../../mail/envelope.ts'
import { outgoingHtml } from '../../mail/html/outgoing-html.ts'
import { redraftMessage } from '../../mail/show/redraft-message.ts'
import { attachedFile, showAttached, showMessage } from '../../mail/show/show-message.ts'
import { createEvaluator } from '../filter/evaluate.ts'
import { dnsHealthOf } from './dns-health.ts'
import { readMessage } from './read-message.ts'
import { noOpinion } from './scan/opinion.ts'
import { createScan } from './scan/scan.ts'
import { createSenderResolver } from './sender-resolver.ts'
import type { WorkerAnswer, WorkerRequest, WorkerSetup, WorkerTasks } from './worker-protocol.ts'

const setup = workerData as WorkerSetup
const resolver = createSenderResolver(setup.dnsServers, dnsHealthOf(setup.dnsHealth))
const scan = createScan(setup.scanners)
const evaluate = createEvaluator()

let isPressed: boolean | null = null

/**
 * On Linux this is the priority of the calling thread: accepting mail comes before reading it, and while mail is accepted
 * too fast, long before. Coming forward again takes a right that not every program has; without it the thread stays back.
 */
function stepBack(pressed: boolean): void {
  if (process.platform !== 'linux' || pressed === isPressed) return
  isPressed = pressed
  const { PRIORITY_LOW, PRIORITY_BELOW_NORMAL } = constants.priority
  try {
    setPriority(0, pressed ? PRIORITY_LOW : PRIORITY_BELOW_NORMAL)
  } catch {
    // Where it is not allowed, the threads are equals.
  }
}
stepBack(false)

/** For messages that do not arrive now: no sender is checked, and nobody is asked. */
const askNobody = () => Promise.reject(Object.assign(new Error('not asked'), { code: 'ENOTFOUND' }))

async function arrive(input: WorkerTasks['arrive']['input']): Promise<WorkerTasks['arrive']['output']> {
  stepBack(input.pressed)
  const isImport = input.envelope.protocol === importProtocol
  const asked = isImport ? { resolver: askNobody, scan: async () => noOpinion } : { resolver, scan }
  const { mail, facts } = await readMessage(asBuffer(input.raw), input.envelope, asked)
  if (input.rules.length === 0) return { mail, outcomes: [] }
  const seen = facts()
  const outcomes = input.rules.map(({ address, rules }) => ({
    address,
    outcome: evaluate(rules, { ...seen, recipients: [...seen.recipients, address] }),
  }))
  return { mail, outcomes }
}

/** For trying a rule out. */
async function facts(input: WorkerTasks['facts']['input']): Promise<WorkerTasks['facts']['output']> {
  const list = []
  const envelope = { id: '', from: '', client: '127.0.0.1', helo: '', protocol: '', host: '', recipients: [] }
  for (const raw of input.raws)
    list.push(
      (
        await readMessage(asBuffer(raw), envelope, { resolver: askNobody, scan: async () => noOpinion })
      ).facts(),
    )
  return list
}

const judge = ({ rule, facts: list }: WorkerTasks['judge']['input']): WorkerTasks['judge']['output'] =>
  list.map(seen => evaluate([rule], seen).hitIds.length > 0)

function perform(request: WorkerRequest): unknown {
  switch (request.task) {
    case 'arrive':
      return arrive(request.input)
    case 'show':
      return showMessage(asBuffer(request.input.raw))
    case 'attachment':
      return attachedFile(asBuffer(request.input.raw), request.input.id)
    case 'showAttached':
      return showAttached(asBuffer(request.input.raw), request.input.id)
    case 'outgoing':
      return outgoingHtml(request.input.html, request.input.files)
    case 'redraft':
      return redraftMessage(asBuffer(request.input.raw))
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

/** A part cut out of a message keeps the whole message in memory until it is sent. */
const postedTogether = 6

const hand = gatherTurn<WorkerAnswer>(done => parentPort?.postMessage(done), postedTogether)

// Ready: what is given from now on is done at once.
parentPort?.postMessage([])

const waiting: WorkerRequest[] = []
let begun: WorkerRequest | undefined
let isArmed = false

/** One that waits for nobody is done before the next is begun: what it needs is let go at once. */
function begin(): void {
  const request = waiting.shift()
  begun = request
  if (!request) return
  void answer(request).then(result => {
    hand(result)
    if (begun === request) begin()
  })
}

/** In the next turn of the event loop whatever is not done waits for the network, and the others do not wait with it. */
function arm(): void {
  if (isArmed || waiting.length === 0) return
  isArmed = true
  setImmediate(() => {
    isArmed = false
    begin()
    arm()
  })
}

parentPort?.on('message', (requests: readonly WorkerRequest[]) => {
  waiting.push(...requests)
  if (!begun) begin()
  arm()
})

/**
 * Whether the DNS answers, known to all threads. Verification codes must not wait for one that does not: after a few
 * silences in a row it counts as down, nobody asks it any more, and only a probe beside the mail finds out when it is
 * back. At the start it counts as down until the first probe is answered, which is made before any mail is taken.
 */
import { type Answer, createResolver } from '../../outside/resolver.ts'
import { dnsPatience } from '../../outside/time-outs.ts'

const tripAfter = 3
const probeEveryMs = 15_000
/** A DNS that answers has done so by then; a start waits no longer for one that does not. */
const firstAnswerMs = 250
const [downAt, silencesAt] = [0, 1]

export type DnsHealth = {
  isDown(): boolean
  /** Whatever came of a question. */
  note(answer: Answer<unknown>): void
}

export function newDnsHealth(): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(8)
  Atomics.store(new Int32Array(shared), downAt, 1)
  return shared
}

/** Any answer is one, even that there is no such name, or that we are not answered. */
const isSilence = (answer: Answer<unknown>): boolean =>
  answer.kind === 'trouble' && answer.why !== 'refused' && answer.why !== 'bad-answer'

export function dnsHealthOf(shared: SharedArrayBuffer): DnsHealth {
  const state = new Int32Array(shared)
  return {
    isDown: () => Atomics.load(state, downAt) === 1,
    note(answer) {
      if (!isSilence(answer)) Atomics.store(state, silencesAt, 0)
      else if (Atomics.add(state, silencesAt, 1) + 1 >= tripAfter) Atomics.store(state, downAt, 1)
    },
  }
}

/** Asks now, and again every while as long as the DNS is down. */
export type DnsWatch = {
  /** Resolves when the first probe is answered, or will not be soon. */
  readonly known: Promise<void>
  stop(): void
}

export function watchDns(servers: readonly string[], shared: SharedArrayBuffer): DnsWatch {
  const resolve = createResolver(servers, dnsPatience.sender)
  const stopped = new AbortController()
  const state = new Int32Array(shared)

  async function probe(): Promise<void> {
    const silent = isSilence(await resolve('NS', 'com', stopped.signal))
    Atomics.store(state, silencesAt, 0)
    Atomics.store(state, downAt, silent ? 1 : 0)
  }

  const timer = setInterval(() => {
    if (Atomics.load(state, downAt) === 1) void probe()
  }, probeEveryMs)
  timer.unref()
  const late = new Promise<void>(resolve => {
    setTimeout(resolve, firstAnswerMs).unref()
  })
  return {
    known: Promise.race([probe(), late]),
    stop() {
      clearInterval(timer)
      stopped.abort()
    },
  }
}

/**
 * Whether the DNS answers, known to all threads. Verification codes must not wait for one that does not: after a few
 * silences in a row it counts as down, nobody asks it any more, and only a probe beside the mail finds out when it is
 * back. At the start it counts as down until the first probe is answered, which is made before any mail is taken.
 */
import { Resolver } from 'node:dns/promises'

const tripAfter = 3
const probeEveryMs = 15_000
const probeMs = 1200
/** A DNS that answers has done so by then; a start waits no longer for one that does not. */
const firstAnswerMs = 250
const [downAt, silencesAt] = [0, 1]

export type DnsHealth = {
  isDown(): boolean
  noteAnswer(): void
  noteFailure(cause: unknown): void
}

export function newDnsHealth(): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(8)
  Atomics.store(new Int32Array(shared), downAt, 1)
  return shared
}

function isSilence(cause: unknown): boolean {
  const { code } = cause as NodeJS.ErrnoException
  return code === 'ETIMEOUT' || code === 'ECONNREFUSED' || code === 'ESERVFAIL' || code === 'ECANCELLED'
}

export function dnsHealthOf(shared: SharedArrayBuffer): DnsHealth {
  const state = new Int32Array(shared)
  const noteAnswer = () => {
    Atomics.store(state, silencesAt, 0)
  }
  return {
    isDown: () => Atomics.load(state, downAt) === 1,
    noteAnswer,
    noteFailure(cause) {
      if (!isSilence(cause)) noteAnswer()
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
  const resolver = new Resolver({ timeout: probeMs, tries: 1 })
  if (servers.length > 0) resolver.setServers([...servers])
  const state = new Int32Array(shared)

  /** Any answer is one, even that there is no such name. */
  async function probe(): Promise<void> {
    const silent = await resolver.resolve('com', 'NS').then(() => false, isSilence)
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
      resolver.cancel()
    },
  }
}

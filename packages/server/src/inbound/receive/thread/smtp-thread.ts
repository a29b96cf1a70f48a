/**
 * The SMTP port in a thread of its own, seen from the program: it opens and closes it, and has the handler decide what
 * the thread asks. A thread that dies is replaced; its clients were cut off and come again.
 */
import { Worker } from 'node:worker_threads'
import type { HeldCertificate } from '../../../certificate/present/held-certificate.ts'
import type { Log } from '../../../kernel/log.ts'
import { threadFile } from '../../../kernel/thread-file.ts'
import type { LiveLimits } from '../smtp/limits.ts'
import type { Listener } from '../smtp/listener.ts'
import type { RefusedDetails, SmtpHandler } from '../smtp/types.ts'
import { decide } from './decide.ts'
import { postTogether } from './post-together.ts'
import type { FromThread, Question, ThreadSetup, ToThread } from './protocol.ts'
import { welcomeMs as defaultWelcomeMs } from './welcomes.ts'

export type ThreadOptions = {
  setup: Pick<ThreadSetup, 'hostname' | 'limits' | 'certificate' | 'room' | 'proxies'>
  welcomeMs?: number
  handler: SmtpHandler
  /** As they are now; asked for each new connection, after the handler was. */
  limits: () => LiveLimits
  /** The name by which we greet, as it is now. */
  hostname?: () => string
  log: Log
  /** Another program for the thread, to be tried out with. */
  file?: URL
}

export type SmtpThread = Listener & {
  /** Something was changed by which clients are judged: everybody is asked about again. */
  forget(): void
  /** Certificates from an authority, from now on and for any thread that takes this one's place. */
  hold(held: readonly HeldCertificate[]): void
}

const restartMs = 1000

export function createSmtpThread({
  setup,
  handler,
  limits,
  hostname = () => setup.hostname,
  log,
  welcomeMs = defaultWelcomeMs,
  file = threadFile('smtp-worker', import.meta.url),
}: ThreadOptions): SmtpThread {
  const open = new Int32Array(new SharedArrayBuffer(4))
  let worker: Worker | null = null
  let say: (said: ToThread) => void = () => undefined
  let place: { port: number; host: string } | null = null
  let opened = Promise.withResolvers<{ port: number }>()
  const closed = Promise.withResolvers<void>()
  let closing = false
  let held: readonly HeldCertificate[] = []

  async function answer(id: number, question: Question): Promise<void> {
    // A question of a thread that has ended must not be answered to the next thread.
    const tell = say
    try {
      const given = await decide(handler, question)
      const live = question.what === 'connect' ? { live: { limits: limits(), hostname: hostname() } } : {}
      tell({ kind: 'answer', id, answer: given, ...live })
    } catch (error) {
      tell({ kind: 'failed', id, error: error instanceof Error ? error : String(error) })
    }
  }

  /** The handler keeps notes about recipients it was asked about, and of these it may not have been asked. */
  async function refused(said: Extract<FromThread, { kind: 'refused' }>): Promise<void> {
    const { session, reason, reply, text, transaction, error } = said
    const details: RefusedDetails = { reply }
    if (text !== undefined) details.text = text
    if (error !== undefined) details.error = error
    if (transaction) {
      details.transaction = transaction
      const asked = transaction.recipients.map(async to => handler.rcpt(session, to, transaction))
      await Promise.allSettled(asked)
    }
    handler.refused(session, reason, details)
  }

  function hear(said: FromThread): void {
    switch (said.kind) {
      case 'ask':
        void answer(said.id, said.question)
        break
      case 'refused':
        void refused(said)
        break
      case 'listening':
        opened.resolve({ port: said.port })
        break
      case 'deaf':
        opened.reject(Object.assign(new Error(said.fault.message), said.fault))
        break
      case 'unsecured':
        log.error({ err: said.cause }, 'TLS certificate cannot be read')
        break
      case 'closed':
        closed.resolve()
        break
    }
  }

  /** Resolves when the port is open. */
  async function start(port: number, host: string): Promise<{ port: number }> {
    const started = new Worker(file, { workerData: { ...setup, welcomeMs, open } satisfies ThreadSetup })
    worker = started
    opened = Promise.withResolvers()
    say = postTogether<ToThread>(started)
    started.on('message', (batch: readonly FromThread[]) => {
      for (const said of batch) {
        // From now on the port is opened again if the thread should die.
        if (said.kind === 'listening') place = { port: said.port, host }
        hear(said)
      }
    })
    started.on('error', cause => log.error({ err: cause }, 'the thread of the SMTP port failed'))
    started.on('exit', () => {
      Atomics.store(open, 0, 0)
      worker = null
      closed.resolve()
      opened.reject(new Error('the thread of the SMTP port ended'))
      if (place && !closing) setTimeout(reopen, restartMs)
    })
    say({ kind: 'certificates', held })
    say({ kind: 'listen', port, host })
    return opened.promise
  }

  function reopen(): void {
    if (closing || !place) return
    start(place.port, place.host).catch(cause => {
      log.error({ err: cause }, 'the SMTP port could not be opened again')
      void worker?.terminate()
    })
  }

  return {
    listen: start,
    forget: () => say({ kind: 'forget' }),
    hold(next) {
      held = next
      say({ kind: 'certificates', held })
    },
    async close(graceMs) {
      closing = true
      if (!worker) return
      say({ kind: 'close', graceMs })
      await closed.promise
      await worker?.terminate()
    },
    connections: () => Atomics.load(open, 0),
  }
}

/**
 * The thread of the SMTP port: it speaks with the clients and asks the program what to do. Whatever the program is busy
 * with, clients are read and answered here; whatever clients do, the program is asked only what it has to decide.
 */
import { isMarkedAsUntransferable, parentPort, workerData } from 'node:worker_threads'
import { followCertificate } from '../../../certificate/present/follow-certificate.ts'
import { createPresenter } from '../../../certificate/present/presenter.ts'
import { networksOf } from '../../../kernel/networks.ts'
import { openMailRoom } from '../smtp/mail-room.ts'
import { isRefusal, type SmtpReply } from '../smtp/reply.ts'
import { createSmtpServer } from '../smtp/server.ts'
import type { SmtpHandler, SmtpSession, Transaction } from '../smtp/types.ts'
import { postTogether } from './post-together.ts'
import type { FromThread, Question, ThreadSetup, ToThread } from './protocol.ts'
import { createWelcomes } from './welcomes.ts'

const port = parentPort
if (!port) throw new Error('this file is a thread of the program')
const setup = workerData as ThreadSetup
const limits = { ...setup.limits }
const say = postTogether<FromThread>(port)

type Waiting = { resolve(answer: SmtpReply | null): void; reject(error: unknown): void }
const waiting = new Map<number, Waiting>()
let lastId = 0

function ask(question: Question, moved?: ArrayBuffer): Promise<SmtpReply | null> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    say({ kind: 'ask', id, question }, moved)
  })
}

const clients = createWelcomes(setup.welcomeMs)
/** Connections that were not refused at the door. */
const inside = new WeakSet<SmtpSession>()
const senders = createWelcomes(setup.welcomeMs)
const recipients = createWelcomes(setup.welcomeMs)
/** Connections whose message in hand has a sender that was asked about. */
const asked = new WeakSet<SmtpSession>()

const factsOf = (session: SmtpSession): SmtpSession => {
  const { id, remoteAddress, remotePort, localPort, greeting, tls, user, protocol } = session
  return { id, remoteAddress, remotePort, localPort, greeting, tls, user, protocol }
}

const factsOfTransaction = ({ from, params, recipients }: Transaction): Transaction => ({
  from,
  params,
  recipients: [...recipients],
})

const senderName = (session: SmtpSession, from: string): string => `${session.remoteAddress} ${from}`

/** A recipient is welcome for the sender that it was asked about: another may be kept out. */
const recipientName = (session: SmtpSession, from: string, to: string): string =>
  `${senderName(session, from)} ${to}`

/** A value that cannot be copied between threads travels as text. */
const copied = (error: unknown): unknown => (error instanceof Error ? error : String(error))

/** A message in memory of its own changes hands and is not copied; a small one is in memory that threads share. */
function ownMemory({ buffer }: Buffer): ArrayBuffer | undefined {
  return buffer instanceof ArrayBuffer && !isMarkedAsUntransferable(buffer) ? buffer : undefined
}

const handler: SmtpHandler = {
  async connect(session) {
    inside.add(session)
    Atomics.add(setup.open, 0, 1)
    // The verdict about connections and their limits stays the same for everybody for a moment.
    if (clients.has(session.remoteAddress)) return null
    const answer = await ask({ what: 'connect', session: factsOf(session) })
    if (!isRefusal(answer)) clients.add(session.remoteAddress)
    return answer
  },
  async mail(session, from, params) {
    const name = senderName(session, from.address)
    if (senders.has(name)) {
      asked.delete(session)
      return null
    }
    asked.add(session)
    const answer = await ask({ what: 'mail', session: factsOf(session), from, params })
    if (!isRefusal(answer)) senders.add(name)
    return answer
  },
  async rcpt(session, to, { from, params }) {
    const name = recipientName(session, from.address, to.address)
    if (recipients.has(name)) return null
    const answer = await ask({ what: 'rcpt', session: factsOf(session), from, params, to })
    if (!isRefusal(answer)) recipients.add(name)
    return answer
  },
  async data(session, { raw, envelope: { from, recipients: to, smtpUtf8, body8bit } }) {
    const params = { size: raw.length, body: body8bit ? ('8BITMIME' as const) : null, smtpUtf8 }
    const question: Question = {
      what: 'data',
      session: factsOf(session),
      from,
      params,
      recipients: to,
      raw,
      senderAsked: asked.has(session),
    }
    const answer = await ask(question, ownMemory(raw))
    if (answer === null) throw new Error('no answer to a message')
    if (isRefusal(answer)) {
      senders.forget(senderName(session, from.address))
      for (const { address } of to) recipients.forget(recipientName(session, from.address, address))
    }
    return answer
  },
  refused(session, reason, { reply, text, transaction, error }) {
    say({
      kind: 'refused',
      session: factsOf(session),
      reason,
      reply,
      text,
      transaction: transaction && factsOfTransaction(transaction),
      error: error === undefined ? undefined : copied(error),
    })
  },
  left(session) {
    if (inside.delete(session)) Atomics.sub(setup.open, 0, 1)
  },
}

let { hostname } = setup
const unsecured = (cause: unknown): void => say({ kind: 'unsecured', cause: copied(cause) })
const presenter = createPresenter({
  own: setup.certificate.own,
  defaultName: () => hostname,
  files: followCertificate(setup.certificate.files, unsecured),
  now: () => Date.now(),
  onFault: unsecured,
})
const server = createSmtpServer({
  protocol: 'smtp',
  hostname: () => hostname,
  tls: presenter.current,
  limits,
  handler,
  trustedProxies: networksOf(setup.proxies ?? []),
  ...(setup.room && { room: openMailRoom(setup.room) }),
})

async function listen(at: number, host: string): Promise<void> {
  try {
    say({ kind: 'listening', port: (await server.listen(at, host)).port })
  } catch (cause) {
    const { message, code } = cause as NodeJS.ErrnoException
    say({ kind: 'deaf', fault: { message, code, port: at } })
  }
}

async function close(graceMs: number): Promise<void> {
  await server.close(graceMs)
  say({ kind: 'closed' })
}

function take(id: number): Waiting | undefined {
  const found = waiting.get(id)
  waiting.delete(id)
  return found
}

function hear(said: ToThread): void {
  switch (said.kind) {
    case 'answer':
      if (said.live) {
        Object.assign(limits, said.live.limits)
        hostname = said.live.hostname
      }
      take(said.id)?.resolve(said.answer)
      break
    case 'failed':
      take(said.id)?.reject(said.error)
      break
    case 'forget':
      for (const welcomes of [clients, senders, recipients]) welcomes.forgetAll()
      break
    case 'certificates':
      presenter.hold(said.held)
      break
    case 'listen':
      void listen(said.port, said.host)
      break
    case 'close':
      void close(said.graceMs)
      break
  }
}

port.on('message', (batch: readonly ToThread[]) => {
  for (const said of batch) hear(said)
})

/**
 * Measures outgoing mail to the same receiver, which discards it (smtp-sink): from our full queue, from
 * Postfix's full queue, and by the deliverer alone, signed and not.
 */
import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { startSite } from '../e2e/site.ts'
import { systemClock } from '../packages/server/src/kernel/clock.ts'
import { createDeliverer } from '../packages/server/src/outbound/deliver/deliver.ts'
import { signMessage } from '../packages/server/src/outbound/sign/sign-message.ts'
import type { SigningKey } from '../packages/server/src/outbound/sign/signed-field.ts'
import { createGuardedFetch } from '../packages/server/src/outside/guarded-fetch.ts'
import { freePort } from '../packages/server/src/testing/free-port.ts'
import { benchMail, sendLoad } from './load.ts'
import { startHoldingPostfix } from './peers.ts'
import { median, type Table } from './table.ts'

const program = '/usr/sbin/smtp-sink'
const count = 5000
const rounds = 3
const connections = 20
/** The number of recipients through our queue; each is a mail of its own on the wire. */
const queued = 3000
const perMail = 100

type Sink = { port: number; taken(): number; stop(): void }

/** The sink prints a running count on its standard output and overwrites it all the time. */
async function startSink(): Promise<Sink> {
  const port = await freePort()
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, [...asNobody, '-c', `127.0.0.1:${port}`, '1000'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let taken = 0
  child.stdout.setEncoding('latin1').on('data', (text: string) => {
    for (const [, figure] of text.matchAll(/mesg=(\d+)/g)) taken = Math.max(taken, Number(figure))
  })
  const listens = () =>
    new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
  for (let tries = 0; tries < 100 && !(await listens()); tries++) await wait(50)
  return { port, taken: () => taken, stop: () => void child.kill() }
}

async function until(done: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 300_000; !done(); await wait(5)) {
    if (performance.now() > deadline) throw new Error('the sink did not get everything')
  }
}

async function ours(port: number, keys: readonly SigningKey[]): Promise<number> {
  const deliverer = createDeliverer({
    clock: systemClock,
    fetch: createGuardedFetch(),
    hostname: () => 'bench.test',
    pool: { perPlace: connections },
  })
  const mail = Buffer.from(benchMail())
  const relay = {
    host: '127.0.0.1',
    port,
    security: 'none',
    username: '',
    password: '',
    isTrusted: true,
  } as const
  let left = count
  async function work(): Promise<void> {
    while (left-- > 0) {
      const message = await signMessage(mail, 'example.com', keys)
      const envelope = { from: 'sender@example.com', recipients: ['to@example.net'], smtpUtf8: false }
      const [verdict] = await deliverer.deliver({ domain: 'example.net', relay, envelope, message })
      if (verdict?.outcome !== 'delivered') throw new Error(verdict?.answer)
    }
  }
  const started = performance.now()
  await Promise.all(Array.from({ length: connections }, work))
  const rate = count / ((performance.now() - started) / 1000)
  await deliverer.close()
  return rate
}

/**
 * Sends as people do: `sendEmail` writes into a paused queue, which is then released. One mail has a hundred
 * recipients.
 */
async function fromOurQueue(sink: Sink): Promise<number> {
  const site = await startSite()
  try {
    const api = site.as(await site.adminToken())
    const { mailbox } = await api.createEmail({ body: { domain: 'yanshu.test', localPart: 'sender' } })
    const from = mailbox.address
    await api.setRelay({ body: { host: '127.0.0.1', port: sink.port, security: 'none', username: '' } })
    await api.updateSetting({ body: { values: { undoSeconds: 0, stopVolumeTimes: 0 } } })
    await api.pauseQueue({ body: { paused: true } })
    for (let sent = 0; sent < queued; sent += perMail) {
      const to = Array.from({ length: perMail }, (_, at) => `to${sent + at}@place${at % 10}.example`)
      await api.sendEmail({ body: { from, to, subject: 'Bench', text: benchMail() } })
    }
    const before = sink.taken()
    const started = performance.now()
    await api.pauseQueue({ body: { paused: false } })
    await until(() => sink.taken() >= before + queued)
    return queued / ((performance.now() - started) / 1000)
  } finally {
    await site.stop()
  }
}

/** Measures a full queue of Postfix from the moment it may send. */
async function postfix(sink: Sink): Promise<number | null> {
  const peer = await startHoldingPostfix(sink.port, connections)
  if (peer === null) return null
  try {
    const before = sink.taken()
    sendLoad(peer.smtpPort, { count, reuse: true, to: 'to@example.net' })
    const started = performance.now()
    peer.release()
    await until(() => sink.taken() >= before + count)
    return count / ((performance.now() - started) / 1000)
  } finally {
    await peer.stop()
  }
}

export async function benchDelivery(): Promise<Table> {
  const table: Table = {
    title: `Delivery to smtp-sink, mails/s (median of ${rounds}, 10 KB, ${connections} connections)`,
    columns: ['sender', 'mails/s'],
    rows: [],
  }
  if (!existsSync(program)) return { ...table, notes: ['smtp-sink is missing: install Debian’s postfix'] }
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const edwards = generateKeyPairSync('ed25519').privateKey
  const rsa: SigningKey = { selector: 'r', algorithm: 'rsa', privateKey }
  const ed: SigningKey = { selector: 'e', algorithm: 'ed25519', privateKey: edwards }
  const sink = await startSink()
  const measure = async (keys: readonly SigningKey[]) => {
    const rates: number[] = []
    for (let round = 0; round < rounds; round++) rates.push(await ours(sink.port, keys))
    return median(rates)
  }
  const unsigned = await measure([])
  const signed = await measure([rsa, ed])
  const whole: number[] = []
  for (let round = 0; round < rounds; round++) whole.push(await fromOurQueue(sink))
  table.rows.push(['Yanshu, from a full queue', median(whole).toFixed(0)])
  table.rows.push(['Yanshu’s deliverer alone, unsigned', unsigned.toFixed(0)])
  table.rows.push(['Yanshu’s deliverer alone, signed twice (RSA 2048 and Ed25519)', signed.toFixed(0)])
  const theirs: number[] = []
  for (let round = 0; round < rounds; round++) {
    const rate = await postfix(sink)
    if (rate !== null) theirs.push(rate)
  }
  sink.stop()
  if (theirs.length === 0) return { ...table, notes: ['Postfix could not be had here'] }
  const rate = median(theirs)
  table.rows.push(['Postfix, from a full queue, unsigned', rate.toFixed(0)])
  return {
    ...table,
    notes: [
      `against Postfix: ${(median(whole) / rate).toFixed(2)} × from the queue, ${(unsigned / rate).toFixed(2)} × by the deliverer alone`,
    ],
  }
}

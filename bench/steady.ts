/**
 * Sends mails one after another at a steady rate, each over a connection of its own, and records when the
 * final dot of each was sent.
 */
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { benchAddress } from './mailbox.ts'

/** Returns milliseconds of the clock that a program and a page on the same machine share. */
export const clock = (): number => performance.timeOrigin + performance.now()

/** Resolves once the mail is accepted, with the moment at which the final dot was sent. */
export function sendOne(port: number, mail: string): Promise<number> {
  const steps = [
    'EHLO bench.test\r\n',
    'MAIL FROM:<a@example.com>\r\n',
    `RCPT TO:<${benchAddress}>\r\n`,
    'DATA\r\n',
    `${mail.replace(/\n/g, '\r\n')}.\r\n`,
  ]
  return new Promise((resolve, reject) => {
    let dot = 0
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', answer => {
      const last = answer.toString().trimEnd().split('\r\n').at(-1) ?? ''
      if (!/^[23]\d\d /.test(last)) return
      const step = steps.shift()
      if (step === undefined) {
        socket.end('QUIT\r\n')
        resolve(dot)
        return
      }
      if (steps.length === 0) dot = clock()
      socket.write(step)
    })
    socket.on('error', reject)
  })
}

/** Returns the moments of the final dots, in the order of the mails. */
export async function sendSteadily(port: number, perSecond: number, mails: string[]): Promise<number[]> {
  const start = performance.now()
  const sending: Promise<number>[] = []
  for (const [at, mail] of mails.entries()) {
    await wait(Math.max(0, start + (at * 1000) / perSecond - performance.now()))
    sending.push(sendOne(port, mail))
  }
  return Promise.all(sending)
}

/** Checks every so often until `isThere` is true or ten seconds have passed. */
export async function waitUntil(isThere: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000
  while (!(await isThere()) && performance.now() < end) await wait(50)
}

/** Delivers one mail at a time while others pour mail in, and times each answer. */
import {
  openClient,
  type TestClient,
} from '../../packages/server/src/inbound/receive/smtp/testing/test-client.ts'
import { mailText } from '../send-mail.ts'

export type Probe = {
  /** Stops after the current mail and returns the time of each from the final dot to its 250. */
  stop(): Promise<readonly number[]>
}

async function expectReply(client: TestClient, line: string, code: string): Promise<void> {
  const answer = await client.say(line)
  if (!answer.startsWith(code)) throw new Error(`${answer} to ${line}`)
}

export async function startProbe(port: number, to: string): Promise<Probe> {
  const client = await openClient(port)
  await client.reply()
  await expectReply(client, 'EHLO probe.example.com', '250')
  const waits: number[] = []
  let stopped = false
  async function run(): Promise<void> {
    while (!stopped) {
      await expectReply(client, 'MAIL FROM:<probe@example.com>', '250')
      await expectReply(client, `RCPT TO:<${to}>`, '250')
      await expectReply(client, 'DATA', '354')
      const mail = mailText({ to, headers: { Subject: `probe ${waits.length}` }, body: 'still there?' })
      const dot = performance.now()
      // The mail and the dot go in one piece, because the dot would otherwise wait until the rest is
      // acknowledged.
      await expectReply(client, `${mail}.`, '250')
      waits.push(performance.now() - dot)
    }
    await client.say('QUIT')
  }
  const running = run()
  // `stop` reports a failure; until then nobody handles it.
  running.catch(() => undefined)
  return {
    async stop() {
      stopped = true
      await running
      return waits
    },
  }
}

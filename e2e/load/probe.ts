/** Somebody else who brings mail while others pour it in: one at a time, and each answer is timed. */
import { openClient, type TestClient } from '../../packages/server/src/inbound/receive/smtp/test-client.ts'
import { mailText } from '../send-mail.ts'

export type Probe = {
  /** Ends after the mail under way; how long each took from the final dot to its 250. */
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
      // In one piece, or the dot would wait until the rest is acknowledged.
      await expectReply(client, `${mail}.`, '250')
      waits.push(performance.now() - dot)
    }
    await client.say('QUIT')
  }
  const running = run()
  // Looked at when it is stopped; until then a failure is nobody's.
  running.catch(() => undefined)
  return {
    async stop() {
      stopped = true
      await running
      return waits
    },
  }
}

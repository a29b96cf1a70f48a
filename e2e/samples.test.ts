/**
 * Runs every sample of the API page as shown, against a started server, for a reader who owns everything that
 * it names. Only the placeholders are replaced, and every sample must succeed.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Call, type CallName, callNames, calls, type ErrorName, errors } from '@yanshu/contract'
import { connect } from '@yanshu/contract/connect'
import { exampleRequest } from '@yanshu/contract/example'
import { type Known, placeholdersIn } from '@yanshu/contract/placeholders'
import { type SampleLanguage, sampleLanguages, sampleOf, variableOf } from '@yanshu/contract/samples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasDnsServer } from '../packages/server/src/testing/dns-server.ts'
import { type Ran, runSamples } from './samples/run-samples.ts'
import { type SampleSite, startSampleSite } from './samples/sample-site.ts'
import { prepareWorld, type World } from './samples/sample-world.ts'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

/** The few samples that cannot succeed here, each with the one refusal that it must get. */
const refused: Readonly<Partial<Record<CallName, ErrorName>>> = {
  // The picture is on the public internet; the program fetches from nowhere else, and the test does not go
  // there.
  getImage: 'remoteRefused',
  // A browser's push service is on the public internet as well.
  testPush: 'remoteRefused',
}

/** These answer, and report that their attempt on the public internet failed. */
const unreached: readonly CallName[] = ['testRelay', 'testWebhook']

/** The fields in which an answer tells how much was done. */
const counted = ['added', 'cancelled', 'changed', 'deleted', 'queued', 'restored', 'set', 'trashed']

/**
 * The sample with a one-time code runs first, before the code expires. Streams never end by themselves, so
 * they run separately.
 */
const inOrder: readonly CallName[] = [
  'confirmTotp',
  ...callNames.filter(name => name !== 'confirmTotp' && (calls[name] as Call).answers !== 'events'),
]

type Judged = { call: CallName; said: string }

/** Returns the output of a sample that should have said something else. */
function judge(name: CallName, ran: Ran): Judged[] {
  const call = calls[name] as Call
  const wrong = [
    {
      call: name,
      said: `${ran.code} ${ran.out.slice(0, 300)}${ran.saved?.toString('utf8').slice(0, 200) ?? ''}`,
    },
  ]
  const expected = refused[name]
  if (expected) {
    const { code } = errors[expected]
    const told = `${ran.out}${ran.saved?.toString('utf8') ?? ''}`
    return new RegExp(`(?:^|"error":\\s*)${code}\\b`).test(told) ? [] : wrong
  }
  if (ran.code !== 0) return wrong
  if (call.answers === 'bytes') return ran.out === '' && ran.saved && ran.saved.length > 0 ? [] : wrong
  const answer = JSON.parse(ran.out) as Record<string, unknown>
  const isWhole = answer.error === 0 && call.answer.safeParse(answer).success && hasDone(name, answer)
  return isWhole ? [] : wrong
}

/**
 * True when a successful answer reports that the work was done: no list of failures, and a count above zero.
 */
function hasDone(name: CallName, answer: Readonly<Record<string, unknown>>): boolean {
  // A series of figures is no list of failures.
  if (Array.isArray(answer.failed) && answer.failed.some(one => typeof one !== 'number')) return false
  if (answer.ok === false && !unreached.includes(name)) return false
  const counts = counted.flatMap(field => (typeof answer[field] === 'number' ? [answer[field]] : []))
  return counts.length === 0 || counts.some(count => count > 0)
}

describe.runIf(hasDnsServer).each(sampleLanguages)('the samples in %s', language => {
  let at: SampleSite
  let world: World
  let folder: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-samples-'))
    at = await startSampleSite()
    world = await prepareWorld(at)
  })
  afterAll(async () => {
    await at?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  function sampleFor(name: CallName, shown: SampleLanguage) {
    const now = name === 'confirmTotp' ? { totp: world.totp() } : {}
    const known: Known = { ...world.known, ...now, ...world.own[name] }
    for (const { name: needed } of placeholdersIn(exampleRequest(name))) expect(known).toHaveProperty(needed)
    const request = exampleRequest(name, known)
    const isSession = variableOf(calls[name] as Call) === 'YANSHU_TOKEN'
    return {
      text: sampleOf(name, shown, { site: at.site.url, request }),
      env: {
        YANSHU_KEY: world.key,
        ...(isSession ? { YANSHU_TOKEN: world.tokens[name] ?? world.sharedToken } : {}),
      },
    }
  }

  /** Sends a mail with a code while waitEmail waits for one. */
  async function codesWhile(running: Promise<unknown>): Promise<void> {
    let isOver = false
    const over = running
      .catch(() => undefined)
      .finally(() => {
        isOver = true
      })
    while (!isOver) {
      await sendMail(at.site.smtpPort, { to: world.address, body: 'Your verification code is 135790' })
      await Promise.race([over, wait(400)])
    }
  }

  // This starts as many programs as there are calls, one after the other.
  it('all succeed as they are shown', { timeout: 600_000 }, async () => {
    const samples = inOrder.map(name => sampleFor(name, language))
    const running = runSamples(language, folder, samples)
    await codesWhile(running)
    const ran = await running
    expect(
      inOrder.flatMap((name, place) => judge(name, ran[place] ?? { code: 1, out: '', saved: null })),
    ).toEqual([])
  })
})

describe('other ways in', () => {
  let site: Site
  let key: string
  beforeAll(async () => {
    site = await startSite()
    key = (await site.as(await site.adminToken()).refreshKey()).key
  })
  afterAll(() => site?.stop())

  it('the event stream shows a mail as it comes', async () => {
    const { mailbox } = await site.as(key).createEmail({ body: { domain: 'yanshu.test' } })
    const text = sampleOf('events', 'curl', { site: site.url, request: exampleRequest('events') })
    const child = execFile('bash', ['-c', text], { env: { ...process.env, YANSHU_KEY: key } })
    let seen = ''
    child.stdout?.on('data', (chunk: string) => {
      seen += chunk
    })
    await expect.poll(() => seen).toContain('welcome')
    await sendMail(site.smtpPort, { to: mailbox.address, body: 'Your verification code is 246802' })
    await expect.poll(() => seen).toMatch(/event: mail\ndata: .*246802/)
    child.kill()
  })

  it('the typed client works as documented', async () => {
    const yanshu = connect({ url: `${site.url}/`, key })
    const { mailbox } = await yanshu.createEmail({ body: { domain: 'yanshu.test' } })
    const waiting = yanshu.waitEmail({ query: { mailbox: mailbox.address, code: true, timeout: 20 } })
    const soon = setInterval(() => {
      sendMail(site.smtpPort, { to: mailbox.address, body: 'Your verification code is 975310' }).catch(
        () => undefined,
      )
    }, 300)
    expect((await waiting).mail.code).toBe('975310')
    clearInterval(soon)
    await expect(yanshu.getEmail({ params: { id: 'nothing' } })).rejects.toMatchObject({
      code: 1006,
      status: 404,
    })
    await expect(yanshu.createEmail({ body: { domain: 'not open.example' } })).rejects.toMatchObject({
      fields: { domain: expect.any(String) },
    })
  })
})

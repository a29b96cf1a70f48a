/**
 * Every sample of the API page, run as it is shown against a started server: the three languages must have the same
 * success or the same refusal, and only one that the contract names.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Call, type CallName, callNames, calls, commonErrors, errors } from '@yanshu/contract'
import { connect } from '@yanshu/contract/connect'
import { exampleRequest, type Known } from '@yanshu/contract/example'
import { type SampleLanguage, sampleLanguages, sampleOf } from '@yanshu/contract/samples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from './send-mail.ts'
import { type Site, startSite } from './site.ts'

const run = promisify(execFile)

type Ran = { code: number; out: string }

/** One process per language runs all samples, each as it is shown, since starting a thousand would take minutes. */
const runners: Readonly<Record<SampleLanguage, { command: string; args: string[]; script: string }>> = {
  curl: {
    command: 'bash',
    args: ['run.sh'],
    script: `node -e '
const { readFileSync } = require("node:fs"); const { spawnSync } = require("node:child_process");
const done = JSON.parse(readFileSync("samples.json", "utf8")).map(({ text, env }) => {
  const { status, stdout, stderr } = spawnSync("bash", ["-c", text], { env: { ...process.env, ...env }, encoding: "utf8", timeout: 20000 });
  return { code: status ?? 1, out: stdout + stderr };
});
console.log(JSON.stringify(done));'`,
  },
  typescript: {
    command: process.execPath,
    args: ['run.mjs'],
    script: `import { readFileSync, writeFileSync } from 'node:fs'
const done = []
for (const [at, { text, env }] of JSON.parse(readFileSync('samples.json', 'utf8')).entries()) {
  Object.assign(process.env, env)
  let out = ''
  const log = console.log
  console.log = value => { out += JSON.stringify(value) }
  writeFileSync(\`sample-\${at}.ts\`, text)
  try {
    await import(\`./sample-\${at}.ts\`)
    done.push({ code: 0, out })
  } catch (error) {
    done.push({ code: 1, out: out + String(error.message) })
  }
  console.log = log
}
console.log(JSON.stringify(done))`,
  },
  python: {
    command: 'python3',
    args: ['run.py'],
    script: `import contextlib, io, json, os
done = []
for sample in json.load(open("samples.json")):
    os.environ.update(sample["env"])
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            exec(compile(sample["text"], "sample", "exec"), {"__name__": "__main__"})
        done.append({"code": 0, "out": out.getvalue()})
    except SystemExit as ended:
        done.append({"code": 1, "out": out.getvalue() + str(ended.code)})
print(json.dumps(done))`,
  },
}

/** Streams never end by themselves; they are run apart. */
const finite = callNames.filter(name => (calls[name] as Call).answers !== 'events')

/** The number of the refusal, or 0. */
function errorOf(name: CallName, { code, out }: Ran): number {
  if ((calls[name] as Call).answers === 'bytes')
    return code === 0 && out === '' ? 0 : Number(/\d{3,4}/.exec(out)?.[0])
  if (code !== 0) return Number(/^\d+/.exec(out)?.[0])
  return (JSON.parse(out) as { error: number }).error
}

describe('the samples', () => {
  let site: Site
  let folder: string
  let known: Known
  let key: string
  let admin: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-samples-'))
    writeFileSync(join(folder, 'hello.txt'), 'hello')
    site = await startSite()
    admin = await site.adminToken()
    const me = site.as(admin)
    key = (await me.refreshKey()).key
    const second = { username: 'second', password: 'a second long password', role: 'admin' } as const
    await me.createSysAccount({ body: second })
    const { mailbox } = await me.createEmail({ body: { domain: 'yanshu.test', localPart: 'sampled' } })
    const waiting = me.waitEmail({ query: { mailbox: mailbox.id, timeout: 20 } })
    await sendMail(site.smtpPort, { to: mailbox.address, body: 'Your verification code is 482913' })
    const { mail } = await waiting
    known = { domain: 'yanshu.test', mailboxId: mailbox.id, address: mailbox.address, mailId: mail.id }
  })
  afterAll(async () => {
    await site?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Of another admin: one of these samples makes a new key, and the others go on with the old one. */
  async function otherToken(): Promise<string> {
    const body = { username: 'second', password: 'a second long password' }
    return (await site.as(null).login({ body })).token
  }

  const textOf = (name: CallName, language: SampleLanguage) =>
    sampleOf(name, language, { site: site.url, request: exampleRequest(name, known) })

  async function runAll(language: SampleLanguage): Promise<Map<CallName, number>> {
    const { command, args, script } = runners[language]
    const place = mkdtempSync(join(folder, `${language}-`))
    writeFileSync(join(place, 'hello.txt'), 'hello')
    writeFileSync(join(place, args[0] ?? ''), script)
    const samples = []
    for (const name of finite) {
      // Some samples end the login they are made with.
      const isSession = (calls[name] as Call).sessionOnly === true
      samples.push({
        text: textOf(name, language),
        env: { YANSHU_KEY: key, ...(isSession ? { YANSHU_TOKEN: await otherToken() } : {}) },
      })
    }
    writeFileSync(join(place, 'samples.json'), JSON.stringify(samples))
    // A mail with a code comes while waitEmail waits for one.
    const sending = setInterval(() => {
      const mail = { to: known.address ?? '', body: 'Your verification code is 135790' }
      sendMail(site.smtpPort, mail).catch(() => undefined)
    }, 400)
    try {
      const { stdout } = await run(command, args, { cwd: place, maxBuffer: 64 * 1024 * 1024 })
      const ran = JSON.parse(stdout) as Ran[]
      return new Map(finite.map((name, at) => [name, errorOf(name, ran[at] ?? { code: 1, out: '' })]))
    } finally {
      clearInterval(sending)
    }
  }

  it.each(sampleLanguages)(
    'in %s all run, and are answered as the contract says',
    { timeout: 120_000 },
    async language => {
      const answers = await runAll(language)
      const unexpected = finite.flatMap(name => {
        const call = calls[name] as Call
        // `forbidden` is named on no call that asks for a login, and a call that is not built yet says so.
        const named = [...call.errors, ...commonErrors, 'forbidden', 'notOffered'] as const
        const allowed = call.multipart ? [0] : [0, ...named.map(error => errors[error].code)]
        const got = answers.get(name)
        const malformed = [errors.badJson.code, errors.loginNeeded.code, errors.wrongContentType.code]
        return got === undefined || !allowed.includes(got) || malformed.includes(got) ? [[name, got]] : []
      })
      expect(unexpected).toEqual([])
      for (const name of [
        'waitEmail',
        'getInbox',
        'getEmail',
        'createEmail',
        'emailList',
        'getEmailSource',
        'getKey',
      ] as const) {
        expect([name, answers.get(name)]).toEqual([name, 0])
      }
    },
  )

  it('of the event stream shows a mail as it comes', { timeout: 60_000 }, async () => {
    const child = execFile('bash', ['-c', textOf('events', 'curl')], {
      env: { ...process.env, YANSHU_KEY: key },
    })
    let text = ''
    child.stdout?.on('data', (chunk: string) => {
      text += chunk
    })
    await expect.poll(() => text, { timeout: 20_000 }).toContain('welcome')
    await sendMail(site.smtpPort, { to: known.address ?? '', body: 'Your verification code is 246802' })
    await expect.poll(() => text, { timeout: 20_000 }).toMatch(/event: mail\ndata: .*246802/)
    child.kill()
  })

  it('of the typed client works as documented', async () => {
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

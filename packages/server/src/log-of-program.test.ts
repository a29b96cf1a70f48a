/** The program and its log: nothing that befalls the log stops the program, and it says what began and ended. */
import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makePlace } from './testing/databases.ts'
import { eventually } from './testing/eventually.ts'
import { deliver } from './testing/mail-site.ts'
import { type Program, type ProgramOptions, startProgram } from './testing/program.ts'
import { mayMount, onSmallDisk } from './testing/small-disk.ts'

type Line = Record<string, unknown>

const postmaster = 'postmaster@yanshu.test'

async function started(options: ProgramOptions): Promise<Program> {
  const program = await startProgram(options)
  onTestFinished(async () => {
    program.kill('SIGKILL')
    await program.exited
  })
  return program
}

async function place() {
  const made = await makePlace('sqlite')
  onTestFinished(() => made.remove())
  return made
}

const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    // The last may be half a line.
    .slice(0, -1)
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as Line)

const received = (text: string): number =>
  linesOf(text).filter(({ event }) => event === 'mail.received').length

async function takesMail(program: Program): Promise<void> {
  expect((await deliver(program.smtpPort, { to: postmaster })).data).toMatch(/^250 /)
}

describe('the log of the running program', () => {
  it('tells the settings without secrets, the certificate, the start and the end', async () => {
    const program = await started({
      place: await place(),
      environment: {
        YANSHU_METRICS_TOKEN: 'the-token-of-metrics',
        YANSHU_RSPAMD_URL: 'http://user:hunter2@127.0.0.1:9',
        YANSHU_LOG: 'jobs=warn',
      },
    })
    program.kill('SIGTERM')
    expect(await program.exited).toBe(0)
    const text = program.output()
    const events = linesOf(text)
    const named = (event: string) => events.find(line => line.event === event)
    expect(named('system.started')).toMatchObject({
      ...{ database: 'sqlite', httpPort: program.httpPort, smtpPort: program.smtpPort },
    })
    const { settings } = named('system.config') as { settings: string }
    expect(settings).toContain('YANSHU_METRICS_TOKEN=(set)')
    expect(settings).toContain('YANSHU_RSPAMD_URL=http://(set)@127.0.0.1:9')
    expect(settings).toContain('YANSHU_LOG=jobs=warn')
    expect(settings).toContain('YANSHU_ADMIN_PASSWORD=(set)')
    expect(settings).not.toContain('YANSHU_POP3_PORT')
    for (const secret of ['the-token-of-metrics', 'hunter2', 'correct horse battery'])
      for (const line of text.split('\n').filter(one => one.startsWith('{')))
        expect(line).not.toContain(secret)
    expect(named('certificate.loaded')).toMatchObject({ part: 'smtp', level: 'info' })
    expect(named('system.stopping')).toMatchObject({ signal: 'SIGTERM' })
    expect(events.at(-1)).toMatchObject({ event: 'system.stopped' })
  })

  it('goes on when nobody reads its output any more', async () => {
    const program = await started({ place: await place() })
    program.stopReading()
    for (let times = 0; times < 5; times++) await takesMail(program)
    expect((await fetch(`${program.url}/healthz`)).status).toBe(200)
    program.kill('SIGTERM')
    expect(await program.exited).toBe(0)
  })

  it('opens its file anew at SIGHUP', async () => {
    const at = await place()
    const file = join(at.dataDir, 'yanshu.log')
    const program = await started({ place: at, environment: { YANSHU_LOG_TO: file } })
    await takesMail(program)
    await eventually('the mail is told of', () => received(readFileSync(file, 'utf8')) === 1)
    renameSync(file, `${file}.moved`)
    program.kill('SIGHUP')
    await eventually('the next mail is in the new file', async () => {
      await takesMail(program)
      return received(program.output()) > 0
    })
    expect(readFileSync(file, 'utf8')).not.toContain('system.started')
    expect(readFileSync(`${file}.moved`, 'utf8')).toContain('system.started')
  })

  it.skipIf(!mayMount)(
    'takes mail while the disk of its log is full, and tells of it afterwards',
    async () => {
      const at = await place()
      const disk = onSmallDisk(await makePlace('sqlite'), 1)
      onTestFinished(() => disk.remove())
      const file = join(disk.place.dataDir, 'yanshu.log')
      const program = await started({ place: at, environment: { YANSHU_LOG_TO: file } })
      disk.fill(0)
      // More than the last page of the file has room for.
      const mails = 60
      for (let times = 0; times < mails; times++) await takesMail(program)
      expect(received(program.output())).toBeLessThan(mails)
      disk.empty()
      await eventually('all lines are written', () => received(program.output()) === mails)
    },
  )

  it('does not begin with a file that it cannot write', async () => {
    const environment = { YANSHU_LOG_TO: '/no/such/folder/yanshu.log' }
    await expect(startProgram({ place: await place(), environment })).rejects.toThrow(
      /YANSHU_LOG_TO: \/no\/such\/folder\/yanshu\.log cannot be written/,
    )
  })
})

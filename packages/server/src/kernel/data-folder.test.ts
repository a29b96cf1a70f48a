import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { makeSelfSigned } from '../certificate/der/self-signed.ts'
import { databaseKinds, makePlace } from '../testing/databases.ts'
import { type Program, startProgram } from '../testing/program.ts'
import { prepareDataFolder } from './data-folder.ts'
import { startFault } from './start-fault.ts'

const running: Program[] = []
const folders: string[] = []
afterEach(async () => {
  for (const program of running.splice(0)) {
    program.kill('SIGKILL')
    await program.exited
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'yanshu-folder-'))
  folders.push(made)
  return made
}

/** Returns the program's message when it does not start. */
async function refusal(
  dataDir: string,
  environment: Record<string, string> = {},
  databaseUrl = '',
): Promise<string> {
  const started = startProgram({ place: { dataDir, databaseUrl }, environment }).then(
    program => {
      running.push(program)
      return 'it started'
    },
    (cause: Error) => cause.message,
  )
  return started
}

describe('a start that cannot be', () => {
  it('because of the data folder is told in words', async () => {
    const file = join(folder(), 'file')
    writeFileSync(file, '')
    const said = await refusal(join(file, 'data'))
    expect(said).toContain(
      `The data folder ${join(file, 'data')} cannot be used: it, or a part of its path, is a file.`,
    )
    expect(said).not.toMatch(/^\s+at /m)
    expect(() => prepareDataFolder(file)).toThrow('is a file')
    expect(() => prepareDataFolder('/proc/none')).toThrow('it cannot be made')
  })

  it('because the database file is none is told in words', async () => {
    const dataDir = folder()
    writeFileSync(join(dataDir, 'yanshu.sqlite'), 'x'.repeat(5000))
    const said = await refusal(dataDir)
    expect(said).toContain('is not a database')
    expect(said).not.toMatch(/^\s+at /m)
  })

  it('because PostgreSQL is not there is told in words, without the password', async () => {
    const said = await refusal(folder(), {}, 'postgres://me:hidden-word@127.0.0.1:9/none')
    expect(said).toContain('YANSHU_DATABASE_URL cannot be reached: nobody answers there')
    expect(said).not.toContain('hidden-word')
  })

  it('because of the certificate is told in words', async () => {
    const there = folder()
    const { key, cert } = makeSelfSigned({ hostname: 'mx.test' })
    const other = makeSelfSigned({ hostname: 'mx.test' })
    const [certFile, keyFile, otherKey] = ['cert.pem', 'key.pem', 'other.pem'].map(name => join(there, name))
    writeFileSync(certFile ?? '', cert)
    writeFileSync(keyFile ?? '', key)
    writeFileSync(otherKey ?? '', other.key)
    const tls = (cert = '', key = '') =>
      refusal(join(there, 'data'), { YANSHU_TLS_CERT: cert, YANSHU_TLS_KEY: key })
    expect(await tls(certFile)).toContain('YANSHU_TLS_CERT is set and YANSHU_TLS_KEY is not')
    expect(await tls('', keyFile)).toContain('YANSHU_TLS_KEY is set and YANSHU_TLS_CERT is not')
    expect(await tls(join(there, 'gone.pem'), keyFile)).toContain('gone.pem: there is no such file')
    expect(await tls(certFile, otherKey)).toContain('no pair of certificate and key')
    expect(await tls(certFile, keyFile)).toBe('it started')
  })
})

describe('a start on a port that cannot be had', () => {
  it('names the settings that have the port', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = String(typeof address === 'object' && address ? address.port : 0)
    for (const name of [
      'YANSHU_HTTP_PORT',
      'YANSHU_SMTP_PORT',
      'YANSHU_SUBMISSION_PORT',
      'YANSHU_POP3S_PORT',
    ]) {
      const said = await refusal(folder(), { [name]: port })
      expect(said).toContain(`Port ${port} is already in use. Set ${name} to another, or stop what uses it`)
      expect(said).not.toMatch(/^\s+at /m)
    }
    taken.close()
  })

  it('says how a port below 1024 can be had', () => {
    const cause = Object.assign(new Error('no'), { code: 'EACCES', port: 25 })
    expect(startFault(cause, { YANSHU_SMTP_PORT: '25' })).toMatch(
      /^Port 25 may not be used by this user\. Set YANSHU_SMTP_PORT to one from 1024 on .*CAP_NET_BIND_SERVICE/,
    )
  })

  it('and a setting that is wrong is told with all that it may be', async () => {
    const said = await refusal(folder(), { YANSHU_LOG_LEVEL: 'loud', YANSHU_PROXY_PROTOCOL: 'ldap' })
    expect(said).toContain('YANSHU_LOG_LEVEL: "loud" is none of debug, info, warn, error, silent')
    expect(said).toContain('YANSHU_PROXY_PROTOCOL: "ldap" is not allowed; expected any of http, https, smtp')
    expect(said).toContain('docs/configuration.md')
    expect(said).not.toMatch(/^\s+at /m)
  })
})

describe.runIf(databaseKinds.includes('postgres'))('the folder of a node on PostgreSQL', () => {
  it('belongs to one node', async () => {
    const place = await makePlace('postgres')
    folders.push(place.dataDir)
    running.push(await startProgram({ place }))
    const said = await refusal(place.dataDir, {}, place.databaseUrl)
    expect(said).toContain('is in use by another Yanshu that is running')
    expect(said).toContain('each node needs its own')
    expect(await refusal(folder(), {}, place.databaseUrl)).toBe('it started')
  })
})

describe('the folder of SQLite', () => {
  it('belongs to one program, and is free again after it was killed', async () => {
    const place = await makePlace('sqlite')
    folders.push(place.dataDir)
    const first = await startProgram({ place })
    running.push(first)
    const said = await refusal(place.dataDir)
    expect(said).toContain('is in use by another Yanshu that is running')
    expect(said).not.toMatch(/^\s+at /m)
    first.kill('SIGKILL')
    await first.exited
    expect(await refusal(place.dataDir)).toBe('it started')
  })

  it.runIf(databaseKinds.includes('postgres') && process.getuid?.() !== 0)(
    'that may not be written is told so',
    () => {
      const dataDir = folder()
      chmodSync(dataDir, 0o500)
      expect(() => prepareDataFolder(dataDir)).toThrow('this user may not write there')
    },
  )
})

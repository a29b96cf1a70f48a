/** Starts the built product as an operator would, on a folder and ports of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Client, createClient, type WireRequest } from '@yanshu/contract'
import { freePort } from '../packages/server/src/testing/free-port.ts'

const root = join(import.meta.dirname, '..')
const program = join(root, 'packages/server/dist/main.js')
const runWith = JSON.parse(readFileSync(join(root, 'scripts/run-with.json'), 'utf8')) as {
  flags: string[]
  env: Record<string, string>
}

export const adminPassword = 'a long admin password'

export type Site = {
  readonly url: string
  readonly smtpPort: number
  readonly dataDir: string
  /** Everything that the program printed. */
  output(): string
  /** Returns a client with this token. */
  as(token: string | null): Client<undefined>
  adminToken(): Promise<string>
  readonly pid: number
  /** The resident memory of the program in megabytes. */
  residentMb(): number
  /** The number of files and connections that the program has open. */
  openFiles(): number
  /** Stops the program and keeps its folder. */
  halt(): Promise<void>
  stop(): Promise<void>
}

export const isBuilt = existsSync(program)

const startMs = 60_000

async function untilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (const until = performance.now() + startMs; performance.now() < until; ) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the program ended:\n${output()}`)
    const ready = await fetch(`${url}/readyz`).then(
      answer => answer.ok,
      () => false,
    )
    if (ready) return
    await wait(50)
  }
  throw new Error(`the program did not become ready:\n${output()}`)
}

function clientFor(url: string, token: string | null): Client<undefined> {
  return createClient(async (request: WireRequest) => {
    const search = new URLSearchParams(request.query).toString()
    const answer = await fetch(`${url}${request.path}${search ? `?${search}` : ''}`, {
      method: request.method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })
    const body = (await answer.json()) as { error: number; msg: string }
    if (body.error !== 0) throw new Error(`${request.path}: ${JSON.stringify(body)}`)
    return body
  })
}

/** Returns the resident memory of a program; 0 when it has ended. */
export function residentMb(pid: number): number {
  const file = `/proc/${pid}/status`
  const status = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

type Environment = Record<string, string>

type Command = { readonly file: string; readonly args: readonly string[]; readonly env: Environment }

const asBuilt: Command = { file: process.execPath, args: [...runWith.flags, program], env: runWith.env }

/** Some settings name the port, which is only known then. */
export async function startSite(
  environment: Environment | ((httpPort: number) => Environment) = {},
  dataDir = mkdtempSync(join(tmpdir(), 'yanshu-e2e-')),
  command = asBuilt,
): Promise<Site> {
  const [httpPort, smtpPort] = await Promise.all([freePort(), freePort()])
  const child = spawn(command.file, command.args, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      ...command.env,
      YANSHU_HTTP_PORT: String(httpPort),
      YANSHU_SMTP_PORT: String(smtpPort),
      YANSHU_DATA_DIR: dataDir,
      YANSHU_ADMIN_PASSWORD: adminPassword,
      YANSHU_LOG_LEVEL: 'warn',
      ...(typeof environment === 'function' ? environment(httpPort) : environment),
    },
  })
  let printed = ''
  child.stdout.on('data', (text: Buffer) => {
    printed += text.toString()
  })
  child.stderr.on('data', (text: Buffer) => {
    printed += text.toString()
  })
  const url = `http://127.0.0.1:${httpPort}`
  const output = () => printed
  await untilReady(url, child, output)
  const halt = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGTERM')
    await gone
  }
  return {
    url,
    smtpPort,
    dataDir,
    output,
    as: token => clientFor(url, token),
    async adminToken() {
      const { token } = await clientFor(url, null).login({
        body: { username: 'admin', password: adminPassword },
      })
      return token
    },
    pid: child.pid ?? 0,
    residentMb: () => residentMb(child.pid ?? 0),
    openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
    halt,
    async stop() {
      await halt()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

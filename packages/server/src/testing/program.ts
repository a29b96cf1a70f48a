/** Starts the program itself as a process of its own that can be killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestPlace } from './databases.ts'

const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

export type Program = {
  readonly pid: number
  readonly httpPort: number
  readonly smtpPort: number
  readonly url: string
  /** Everything that it has written so far, also to the file of its log. */
  output(): string
  /** Closes the pipe from which its output is read. */
  stopReading(): void
  kill(signal: NodeJS.Signals): void
  /** The exit code, or the signal that ended it. */
  readonly exited: Promise<number | NodeJS.Signals>
}

export type ProgramOptions = {
  place: Pick<TestPlace, 'dataDir' | 'databaseUrl'>
  environment?: Record<string, string>
  /** Runs the program under another, such as strace. */
  under?: readonly string[]
}

const startWithinMs = 180_000
const lookEveryMs = 50

function started(child: ChildProcess, output: () => string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`did not start:\n${output()}`)), startWithinMs)
    const look = () => {
      if (!output().includes('"started"')) return
      clearTimeout(late)
      clearInterval(looking)
      resolve()
    }
    const looking = setInterval(look, lookEveryMs)
    child.stdout?.on('data', look)
    child.once('exit', code => {
      clearTimeout(late)
      clearInterval(looking)
      reject(new Error(`ended with ${code}:\n${output()}`))
    })
  })
}

export async function startProgram({
  place,
  environment = {},
  under = [],
}: ProgramOptions): Promise<Program> {
  const [command = process.execPath, ...args] = [...under, process.execPath, main]
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      YANSHU_HTTP_PORT: '0',
      YANSHU_SMTP_PORT: '0',
      YANSHU_HTTP_HOST: '127.0.0.1',
      YANSHU_SMTP_HOST: '127.0.0.1',
      YANSHU_DATA_DIR: place.dataDir,
      YANSHU_DATABASE_URL: place.databaseUrl,
      YANSHU_ADMIN_PASSWORD: 'correct horse battery',
      YANSHU_DNS_SERVERS: '127.0.0.1:9',
      YANSHU_LOG_LEVEL: 'info',
      ...environment,
    },
  })
  let text = ''
  const logFile = environment.YANSHU_LOG_TO
  const output = () => text + (logFile && existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const exited = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  await started(child, output)
  const httpPort = Number(/"httpPort":(\d+)/.exec(output())?.[1])
  const smtpPort = Number(/SMTP\s+127\.0\.0\.1:(\d+)/.exec(text)?.[1])
  return {
    pid: child.pid ?? 0,
    httpPort,
    smtpPort,
    url: `http://127.0.0.1:${httpPort}`,
    output,
    stopReading: () => void child.stdout.destroy(),
    kill: signal => void child.kill(signal),
    exited,
  }
}

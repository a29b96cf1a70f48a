/**
 * Runs a real PostgreSQL server for tests: a cluster of its own in a temporary folder, reached over a Unix
 * socket.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

export type PostgresServer = {
  url(database: string): string
  /** Stops the server with all its connections, like `systemctl stop`. */
  down(): Promise<void>
  /** Starts the server again. */
  up(): Promise<void>
  /** Pauses the server and all its processes; the returned function lets them continue. */
  pause(): () => void
  stop(): Promise<void>
}

function binaries(): string | null {
  const base = '/usr/lib/postgresql'
  if (!existsSync(base)) return null
  const newest = readdirSync(base).sort((a, b) => Number(b) - Number(a))[0]
  return newest ? join(base, newest, 'bin') : null
}

/** PostgreSQL refuses to run as root, so root starts it as its own user. */
function owner(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

const settings = ['listen_addresses=', 'max_connections=300', 'shared_buffers=64MB', 'log_min_messages=fatal']
/** Only tests that cut the power need durable writes. */
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** Returns null when PostgreSQL is not installed. `durable` runs it as an operator would. */
export async function startPostgres(durable = false): Promise<PostgresServer | null> {
  const bin = binaries()
  if (!bin) return null
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-pg-'))
  const user = owner()
  if (user) chownSync(folder, user.uid, user.gid)
  const as = { cwd: folder, ...(user ?? {}) }
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'yanshu', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'],
    {
      ...as,
      stdio: 'ignore',
    },
  )
  const chosen = durable ? settings : [...settings, ...careless]
  const args = ['-D', data, '-k', folder, ...chosen.flatMap(setting => ['-c', setting])]
  const ready = () => {
    try {
      execFileSync(join(bin, 'pg_isready'), ['-h', folder, '-q'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
  async function run(): Promise<ChildProcess> {
    const started = spawn(join(bin ?? '', 'postgres'), args, { ...as, stdio: 'ignore' })
    for (let tries = 0; !ready(); tries++) {
      if (tries > 2000 || started.exitCode !== null) throw new Error('PostgreSQL did not start')
      await wait(50)
    }
    return started
  }
  async function end(): Promise<void> {
    if (server.exitCode !== null) return
    const gone = once(server, 'exit')
    server.kill('SIGINT')
    await gone
  }
  let server = await run()
  return {
    url: database => `postgres://yanshu@localhost/${database}?host=${encodeURIComponent(folder)}`,
    down: end,
    async up() {
      server = await run()
    },
    pause() {
      const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' })
      const all = [server.pid ?? 0, ...children.trim().split(/\s+/).map(Number)]
      const signal = (name: NodeJS.Signals) => {
        for (const pid of all) process.kill(pid, name)
      }
      signal('SIGSTOP')
      return () => signal('SIGCONT')
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

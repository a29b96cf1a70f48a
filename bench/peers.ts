/**
 * Starts other mail servers, each in a folder of its own on loopback; the caller stops them. Returns null
 * when one is not available.
 */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../packages/server/src/testing/free-port.ts'

export type Peer = { name: string; smtpPort: number; httpPort: number; stop(): Promise<void> }
export type PeerProgram = Peer & { pid: number }

async function untilListening(port: number): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    const open = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve(true)
      })
      socket.once('error', () => resolve(false))
    })
    if (open) return true
    await wait(50)
  }
  return false
}

const postfixMain = (folder: string) => `compatibility_level = 3.6
queue_directory = ${folder}/queue
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = bench.test
mydestination =
relay_domains = yanshu.test
relay_transport = discard
relay_recipient_maps =
default_process_limit = 100
smtpd_client_connection_count_limit = 0
smtpd_client_connection_rate_limit = 0
in_flow_delay = 0
`

const postfixMaster = (port: number) => `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
proxymap unix - - n - - proxymap
discard unix - - n - - discard
error unix - - n - - error
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`

export async function startPostfix(): Promise<Peer | null> {
  if (!existsSync('/usr/sbin/postfix') || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-postfix-'))
  execFileSync('chmod', ['755', folder])
  mkdirSync(join(folder, 'queue'))
  mkdirSync(join(folder, 'data'))
  execFileSync('chown', ['postfix', join(folder, 'data')])
  const smtpPort = await freePort()
  writeFileSync(join(folder, 'main.cf'), postfixMain(folder))
  writeFileSync(join(folder, 'master.cf'), postfixMaster(smtpPort))
  try {
    execFileSync('postfix', ['-c', folder, 'start'], { stdio: 'ignore' })
  } catch {
    return null
  }
  const up = await untilListening(smtpPort)
  const stop = async () => {
    execFileSync('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  }
  if (up) return { name: 'Postfix (to discard)', smtpPort, httpPort: 0, stop }
  await stop().catch(() => undefined)
  return null
}

/**
 * Starts a Postfix that keeps mail in its queue until it is released, and then sends to one port over this
 * many connections.
 */
export async function startHoldingPostfix(
  toPort: number,
  connections: number,
): Promise<(Peer & { release(): void }) | null> {
  if (!existsSync('/usr/sbin/postfix') || process.getuid?.() !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-postfix-'))
  execFileSync('chmod', ['755', folder])
  mkdirSync(join(folder, 'queue'))
  mkdirSync(join(folder, 'data'))
  execFileSync('chown', ['postfix', join(folder, 'data')])
  const smtpPort = await freePort()
  const main = (isHeld: boolean) =>
    [
      postfixMain(folder).replace(/^relay_(?:domains|transport) .*\n/gm, ''),
      `relayhost = [127.0.0.1]:${toPort}`,
      `defer_transports = ${isHeld ? 'smtp' : ''}`,
      `smtp_destination_concurrency_limit = ${connections}`,
      `initial_destination_concurrency = ${connections}`,
      'smtp_connection_cache_on_demand = yes',
      'minimal_backoff_time = 1s',
      'queue_run_delay = 1s',
      '',
    ].join('\n')
  writeFileSync(join(folder, 'main.cf'), main(true))
  const services = `${postfixMaster(smtpPort)}smtp unix - - n - - smtp\nretry unix - - n - - error\n`
  writeFileSync(join(folder, 'master.cf'), services)
  execFileSync('postfix', ['-c', folder, 'start'], { stdio: 'ignore' })
  const stop = async () => {
    execFileSync('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' })
    rmSync(folder, { recursive: true, force: true })
  }
  if (!(await untilListening(smtpPort))) {
    await stop()
    return null
  }
  const release = () => {
    writeFileSync(join(folder, 'main.cf'), main(false))
    execFileSync('postfix', ['-c', folder, 'reload'], { stdio: 'ignore' })
    execFileSync('postqueue', ['-c', folder, '-f'], { stdio: 'ignore' })
  }
  return { name: 'Postfix', smtpPort, httpPort: 0, stop, release }
}

/** Peers from npm are installed only for the run and are not dependencies of this project. */
type Package = {
  name: string
  version: string
  /** A version that the peer also allows, where the newest of a dependency is not available everywhere. */
  needs?: Record<string, string>
}

type Installed = { folder: string; version: string }

function installPeer({ name, version, needs = {} }: Package): Installed | null {
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-peer-'))
  for (const overrides of [{}, needs]) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, overrides }))
    try {
      execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', `${name}@${version}`], {
        cwd: folder,
        stdio: 'ignore',
        timeout: 180_000,
      })
      const manifest = readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')
      return { folder, version: (JSON.parse(manifest) as { version: string }).version }
    } catch {
      // The second try uses those versions.
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return null
}

async function startProgram(
  name: string,
  folder: string,
  args: string[],
  ports: { smtpPort: number; httpPort: number },
): Promise<PeerProgram | null> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore' })
  const up = await untilListening(ports.smtpPort)
  const stop = async () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  if (up) return { name, ...ports, pid: child.pid ?? 0, stop }
  await stop()
  return null
}

/** The current version, and the line before it, which accepts mail faster and which many still run. */
export const maildevs = [
  { version: 'latest', program: 'dist/bin/maildev.js', list: '/api/email', needs: { mailparser: '3.9.31' } },
  { version: '2', program: 'bin/maildev', list: '/email' },
] as const

export type Maildev = PeerProgram & { listUrl: string }

export async function startMaildev(which: (typeof maildevs)[number]): Promise<Maildev | null> {
  const installed = installPeer({ name: 'maildev', ...which })
  if (!installed) return null
  const { folder, version } = installed
  const ports = { smtpPort: await freePort(), httpPort: await freePort() }
  const program = join(folder, 'node_modules/maildev', which.program)
  const peer = await startProgram(
    `maildev ${version}`,
    folder,
    [program, '-s', String(ports.smtpPort), '-w', String(ports.httpPort), '--silent'],
    ports,
  )
  return peer && { ...peer, listUrl: `http://127.0.0.1:${ports.httpPort}${which.list}` }
}

export async function startHaraka(): Promise<Peer | null> {
  const installed = installPeer({ name: 'Haraka', version: 'latest', needs: { libmime: '5.3.7' } })
  if (!installed) return null
  const { folder } = installed
  const home = join(folder, 'home')
  const smtpPort = await freePort()
  const program = join(folder, 'node_modules/Haraka/bin/haraka')
  // Haraka makes the folder of a new server itself, with settings that it requires.
  execFileSync(process.execPath, [program, '-i', home], { stdio: 'ignore' })
  writeFileSync(join(home, 'config/smtp.ini'), `listen=127.0.0.1:${smtpPort}\nnodes=0\n`)
  writeFileSync(join(home, 'config/plugins'), 'accept_all\n')
  writeFileSync(join(home, 'config/loglevel'), 'warn\n')
  writeFileSync(join(home, 'config/me'), 'bench.test\n')
  writeFileSync(
    join(home, 'plugins/accept_all.js'),
    'exports.hook_rcpt = (next) => next(OK)\nexports.hook_queue = (next) => next(OK)\n',
  )
  return startProgram('Haraka (to nothing)', folder, [program, '-c', home], { smtpPort, httpPort: 0 })
}

/** Runs HAProxy, nginx or Caddy on a file of the folder deploy, with its ports and addresses changed to those of a test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { eventually } from './eventually.ts'

export const deployFolder = join(import.meta.dirname, '../../../../deploy')

export const has = {
  haproxy: existsSync('/usr/sbin/haproxy'),
  /** With the module that carries mail. It starts its workers under another user, so only root may start it. */
  nginx:
    process.getuid?.() === 0 &&
    existsSync('/usr/sbin/nginx') &&
    existsSync('/usr/lib/nginx/modules/ngx_stream_module.so'),
  caddy: existsSync('/usr/bin/caddy'),
}

/** Every word must be there: a file that was changed must not be tested as something else. */
export function readDeployed(
  name: string,
  changes: readonly (readonly [from: string, to: string])[],
): string {
  let text = readFileSync(join(deployFolder, name), 'utf8')
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`${name} has no ${JSON.stringify(from)}`)
    text = text.replaceAll(from, to)
  }
  return text
}

export type ForeignProxy = { output(): string; stop(): Promise<void> }

const answers = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

export async function startForeignProxy(
  [file = '', ...args]: readonly string[],
  { ports, environment = {} }: { ports: readonly number[]; environment?: Record<string, string> },
): Promise<ForeignProxy> {
  const child: ChildProcess = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, ...environment },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  async function stop(): Promise<void> {
    if (isOver()) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  try {
    for (const port of ports)
      await eventually(`${file} listens on ${port}`, () => {
        if (isOver()) throw new Error(`${file} ended:\n${text}`)
        return answers(port)
      })
  } catch (cause) {
    await stop()
    throw cause
  }
  return { output: () => text, stop }
}

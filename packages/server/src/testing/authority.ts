/**
 * Runs a real authority that signs certificates (pebble) for tests, on ports of 127.0.0.1, as strict as it can be: it
 * refuses some good nonces and never takes an old proof for a new order.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { makeSelfSigned } from '../certificate/der/self-signed.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'

const pebble = '/usr/bin/pebble'

export const hasAuthority = existsSync(pebble)

/** The name under which sites reach it; it is to be in their DNS. */
export const authorityHost = 'authority.mailhost.test'

export type AuthorityOptions = {
  /** The name server that it asks. */
  dns: string
  /** Where it looks for proofs over HTTP. */
  httpPort: number
  /** Accounts must be bound to this one. */
  binding?: { kid: string; hmac: string }
}

export type TestAuthority = {
  readonly directory: string
  /** Ends the program, and starts it again with nothing known, as after an accident. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Has it answer nobody for a while, with all that it knows. */
  freeze(): void
  thaw(): void
  stop(): Promise<void>
}

function get(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false },
      answer => {
        let text = ''
        answer.on('data', chunk => {
          text += String(chunk)
        })
        answer.on('end', () => resolve(text))
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}

/** Its certificate and its root are trusted by the whole process until it stops. */
export async function startAuthority(options: AuthorityOptions): Promise<TestAuthority> {
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-authority-'))
  const [port, managing, tlsPort] = [await freePort(), await freePort(), await freePort()]
  const own = makeSelfSigned({ hostname: authorityHost })
  writeFileSync(join(folder, 'cert.pem'), own.cert)
  writeFileSync(join(folder, 'key.pem'), own.key)
  const { binding } = options
  const settings = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${managing}`,
    certificate: join(folder, 'cert.pem'),
    privateKey: join(folder, 'key.pem'),
    httpPort: options.httpPort,
    tlsPort,
    ocspResponderURL: '',
    ...(binding && {
      externalAccountBindingRequired: true,
      externalAccountMACKeys: { [binding.kid]: binding.hmac },
    }),
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ pebble: settings }))
  const before = getCACertificates('default')
  let end: () => Promise<void> = async () => undefined
  let signal: (name: NodeJS.Signals) => void = () => undefined

  async function start(): Promise<void> {
    const child = spawn(
      pebble,
      ['-strict', '-config', join(folder, 'config.json'), '-dnsserver', options.dns],
      {
        env: {
          PEBBLE_VA_NOSLEEP: '1',
          PEBBLE_AUTHZREUSE: '0',
          PEBBLE_WFE_NONCEREJECT: '25',
        },
        stdio: 'ignore',
      },
    )
    const ended = new Promise<void>(resolve => child.once('exit', () => resolve()))
    signal = name => void child.kill(name)
    end = async () => {
      child.kill('SIGKILL')
      await ended
    }
    const root = await eventually('the authority answers', () => get(managing, '/roots/0').catch(() => null))
    setDefaultCACertificates([...before, own.cert, root])
  }

  await start()
  return {
    directory: `https://${authorityHost}:${port}/dir`,
    pause: () => end(),
    resume: start,
    freeze: () => signal('SIGSTOP'),
    thaw: () => signal('SIGCONT'),
    async stop() {
      await end()
      setDefaultCACertificates(before)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Chooses the certificate for each connection by the name that the client asks for: the operator's own files where they
 * are for that name, else one from the authority. One that has ended is presented only when nothing better is there.
 */
import { createSecureContext, type SecureContext } from 'node:tls'
import type { FollowedCertificate } from './follow-certificate.ts'
import {
  type HeldCertificate,
  isInDate,
  lifeOf,
  type ReadyCertificate,
  readChain,
} from './held-certificate.ts'

export type Source = 'file' | 'authority' | 'selfSigned'

export type Presented = { readonly certificate: ReadyCertificate; readonly source: Source }

export type Presenter = {
  /** Without a name, the certificate of the machine's own name. */
  current(serverName?: string): SecureContext | null
  /** The same with what is known of it. */
  presented(serverName?: string): Presented | null
  /** Takes the place of all certificates from the authority. */
  hold(held: readonly HeldCertificate[]): void
}

type Deps = {
  /** The operator's files, or the self-signed ones. */
  files: FollowedCertificate
  /** Whether the files are the operator's. */
  own: boolean
  /** The name for clients that ask for none, or for one that is not ours. */
  defaultName(): string
  now(): number
  onFault(cause: unknown): void
}

function makeReady({ chain, key }: HeldCertificate): ReadyCertificate {
  const [leaf] = readChain(chain)
  if (!leaf) throw new Error('a chain without a certificate')
  return {
    ...lifeOf(leaf),
    chain,
    context: createSecureContext({ cert: chain, key, minVersion: 'TLSv1.2' }),
    covers: name => leaf.checkHost(name) !== undefined,
  }
}

export function createPresenter({ files, own, defaultName, now, onFault }: Deps): Presenter {
  let ready = new Map<string, ReadyCertificate>()

  function chosen(name: string): Presented | null {
    const file = own ? files() : null
    if (file && isInDate(file, now()) && file.covers(name)) return { certificate: file, source: 'file' }
    const obtained = ready.get(name)
    return obtained && isInDate(obtained, now()) ? { certificate: obtained, source: 'authority' } : null
  }

  function fallback(): Presented | null {
    const file = files()
    if (file) return { certificate: file, source: own ? 'file' : 'selfSigned' }
    const ended = ready.get(defaultName())
    return ended ? { certificate: ended, source: 'authority' } : null
  }

  function presented(serverName = defaultName()): Presented | null {
    return chosen(serverName.toLowerCase().replace(/\.$/, '')) ?? chosen(defaultName()) ?? fallback()
  }

  return {
    presented,
    current: serverName => presented(serverName)?.certificate.context ?? null,
    hold(held) {
      const next = new Map<string, ReadyCertificate>()
      for (const one of held) {
        try {
          next.set(one.name, makeReady(one))
        } catch (cause) {
          onFault(cause)
        }
      }
      ready = next
    },
  }
}

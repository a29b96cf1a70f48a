/**
 * The certificates that all ports present: the operator's own files where they are set, those from an authority, and else
 * one that is made at the first start. Whatever changes is used from the next connection on, without a restart.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createSecureContext } from 'node:tls'
import { type Clock, minute } from '../../kernel/clock.ts'
import { ConfigError } from '../../kernel/config/load.ts'
import { type Config, settingsTable } from '../../kernel/config/settings-table.ts'
import type { Log } from '../../kernel/log.ts'
import { makeSelfSigned } from '../der/self-signed.ts'
import { createCertificateNews } from './certificate-news.ts'
import { type CertificateFiles, followCertificate } from './follow-certificate.ts'
import type { HeldCertificate } from './held-certificate.ts'
import { createPresenter, type Presenter } from './presenter.ts'

/** What another thread needs to present the same. */
export type CertificateSetup = {
  readonly files: CertificateFiles
  /** Whether the files are the operator's. */
  readonly own: boolean
}

export type Certificate = Omit<Presenter, 'hold'> & {
  readonly file: string
  readonly setup: CertificateSetup
  /** Whether the operator's own files are for this name. */
  hasFileFor(name: string): boolean
  /** Takes the place of all certificates from the authority. */
  hold(held: readonly HeldCertificate[]): void
  /** Tells a listener of them, now and whenever they change; returns how to stop it. */
  follow(listener: (held: readonly HeldCertificate[]) => void): () => void
  /** Looks at it from time to time, for the log. */
  watch(): void
  close(): void
}

const lookEveryMs = minute

function ensureSelfSigned(folder: string, hostname: string): CertificateFiles {
  const files = { certFile: join(folder, 'smtp-cert.pem'), keyFile: join(folder, 'smtp-key.pem') }
  if (existsSync(files.certFile) && existsSync(files.keyFile)) return files
  mkdirSync(folder, { recursive: true })
  const { key, cert } = makeSelfSigned({ hostname })
  writeFileSync(files.keyFile, key, { mode: 0o600 })
  writeFileSync(files.certFile, cert)
  return files
}

type TlsConfig = Pick<Config, 'tlsCert' | 'tlsKey'>

const reasonOf = (cause: unknown): string =>
  (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'there is no such file' : 'it cannot be read'

/**
 * Returns faults in the operator's own files, which stop the start: people would notice a fallback too late.
 */
export function tlsFaults({ tlsCert, tlsKey }: TlsConfig): string[] {
  if (tlsCert === '' && tlsKey === '') return []
  const faults: string[] = []
  for (const [{ name }, file] of [
    [settingsTable.tlsCert, tlsCert],
    [settingsTable.tlsKey, tlsKey],
  ] as const) {
    try {
      readFileSync(file)
    } catch (cause) {
      faults.push(`${name}: ${file}: ${reasonOf(cause)}`)
    }
  }
  if (faults.length > 0) return faults
  try {
    createSecureContext({ cert: readFileSync(tlsCert), key: readFileSync(tlsKey) })
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : String(cause)
    faults.push(
      `YANSHU_TLS_CERT and YANSHU_TLS_KEY are no pair of certificate and key in PEM form (${detail})`,
    )
  }
  return faults
}

export function checkTlsFiles(config: TlsConfig): void {
  const faults = tlsFaults(config)
  if (faults.length > 0) throw new ConfigError(faults)
}

/** `hostname` is the name for clients that ask for none. */
export function openCertificate(
  config: Pick<Config, 'dataDir' | 'tlsCert' | 'tlsKey'>,
  hostname: () => string,
  { log, clock }: { log: Log; clock: Clock },
): Certificate {
  const own = config.tlsCert !== '' && config.tlsKey !== ''
  const files = own
    ? { certFile: config.tlsCert, keyFile: config.tlsKey }
    : ensureSelfSigned(config.dataDir, hostname())
  const news = createCertificateNews({ log, clock, file: files.certFile })
  const onFault = (cause: unknown) => log.error({ err: cause }, 'TLS certificate cannot be read')
  const followed = followCertificate(files, onFault, news.loaded)
  const setup = { files, own }
  const presenter = createPresenter({
    ...{ own, files: followed, defaultName: hostname, onFault },
    now: () => clock.now(),
  })
  const listeners = new Set<(held: readonly HeldCertificate[]) => void>()
  let held: readonly HeldCertificate[] = []
  let watching: NodeJS.Timeout | undefined
  return {
    file: files.certFile,
    setup,
    current: presenter.current,
    presented: presenter.presented,
    hasFileFor: name => own && (followed()?.covers(name) ?? false),
    hold(next) {
      held = next
      presenter.hold(next)
      for (const tell of listeners) tell(next)
    },
    follow(listener) {
      listeners.add(listener)
      listener(held)
      return () => listeners.delete(listener)
    },
    watch() {
      followed()
      watching = setInterval(() => {
        followed()
        news.look()
      }, lookEveryMs).unref()
    },
    close: () => clearInterval(watching),
  }
}

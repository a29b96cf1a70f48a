import type { Config } from '../../kernel/config/settings-table.ts'

export type ProgramPort = { port: number; security: 'tls' | 'starttls' }
export type ProgramServer = { host: string; ports: [ProgramPort, ...ProgramPort[]] }

/** Where mail programs read mail, fetch it and hand it in; null for what the site does not offer. */
export type ProgramServers = {
  /** Folders and news as they come, so programs that know it are told of it first. */
  imap: ProgramServer | null
  pop3: ProgramServer | null
  outgoing: ProgramServer | null
}

/** Programs are told the ports that are open, the one with TLS from the beginning first (RFC 8314 section 3). */
function serverOn(host: string, tlsPort: number, startTlsPort: number): ProgramServer | null {
  const tls = tlsPort > 0 ? [{ port: tlsPort, security: 'tls' as const }] : []
  const startTls = startTlsPort > 0 ? [{ port: startTlsPort, security: 'starttls' as const }] : []
  const [first, ...more] = [...tls, ...startTls]
  return first ? { host, ports: [first, ...more] } : null
}

/** Returns the servers by the name of a domain's mail host. */
export type ServersAt = (mailHost: string) => ProgramServers

export const programServers =
  (
    config: Pick<
      Config,
      'submissionPort' | 'submissionsPort' | 'imapPort' | 'imapsPort' | 'pop3Port' | 'pop3sPort'
    >,
  ): ServersAt =>
  host => ({
    imap: serverOn(host, config.imapsPort, config.imapPort),
    pop3: serverOn(host, config.pop3sPort, config.pop3Port),
    outgoing: serverOn(host, config.submissionsPort, config.submissionPort),
  })

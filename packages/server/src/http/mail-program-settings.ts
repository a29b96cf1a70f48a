/**
 * Settings for mail programs as XML, and the one XML that we read. It is read with a fixed pattern instead of a parser:
 * one element is wanted, and a document that declares a type or entities is not looked at any further.
 */
import type { ProgramPort, ProgramServer, ProgramServers } from '../mailbox/manage/program-servers.ts'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, char => escapes[char] ?? '')

const sockets = { tls: 'SSL', starttls: 'STARTTLS' } as const

function thunderbirdServer(
  element: 'incomingServer' | 'outgoingServer',
  type: 'imap' | 'pop3' | 'smtp',
  host: string,
  { port, security }: ProgramPort,
): string {
  return [
    `    <${element} type="${type}">`,
    `      <hostname>${escaped(host)}</hostname>`,
    `      <port>${port}</port>`,
    `      <socketType>${sockets[security]}</socketType>`,
    '      <username>%EMAILADDRESS%</username>',
    '      <authentication>password-cleartext</authentication>',
    `    </${element}>`,
  ].join('\n')
}

/** The format that Thunderbird and others read. */
export function autoconfigXml(site: { domain: string; publicUrl: string } & ProgramServers): string {
  const { imap, pop3, outgoing } = site
  const reading = imap?.ports.map(port => thunderbirdServer('incomingServer', 'imap', imap.host, port))
  const fetching = pop3?.ports.map(port => thunderbirdServer('incomingServer', 'pop3', pop3.host, port))
  const sending = outgoing?.ports.map(port =>
    thunderbirdServer('outgoingServer', 'smtp', outgoing.host, port),
  )
  const web =
    site.publicUrl === ''
      ? []
      : ['  <webMail>', `    <loginPage url="${escaped(site.publicUrl)}/auth?tab=email"/>`, '  </webMail>']
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<clientConfig version="1.1">',
    `  <emailProvider id="${escaped(site.domain)}">`,
    `    <domain>${escaped(site.domain)}</domain>`,
    `    <displayName>${escaped(site.domain)}</displayName>`,
    ...(reading ?? []),
    ...(fetching ?? []),
    ...(sending ?? []),
    '  </emailProvider>',
    ...web,
    '</clientConfig>',
    '',
  ].join('\n')
}

function outlookServer(
  type: 'IMAP' | 'POP3' | 'SMTP',
  server: ProgramServer | null,
  address: string,
): string[] {
  if (!server) return []
  const [{ port, security }] = server.ports
  return [
    '      <Protocol>',
    `        <Type>${type}</Type>`,
    `        <Server>${escaped(server.host)}</Server>`,
    `        <Port>${port}</Port>`,
    `        <LoginName>${escaped(address)}</LoginName>`,
    ...(security === 'tls' ? ['        <SSL>on</SSL>'] : ['        <Encryption>TLS</Encryption>']),
    '        <AuthRequired>on</AuthRequired>',
    '        <SPA>off</SPA>',
    '      </Protocol>',
  ]
}

/** The answer to Outlook's POX request. */
export function autodiscoverXml(site: { address: string } & ProgramServers): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006">',
    '  <Response xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a">',
    '    <Account>',
    '      <AccountType>email</AccountType>',
    '      <Action>settings</Action>',
    ...outlookServer('IMAP', site.imap, site.address),
    ...outlookServer('POP3', site.pop3, site.address),
    ...outlookServer('SMTP', site.outgoing, site.address),
    '    </Account>',
    '  </Response>',
    '</Autodiscover>',
    '',
  ].join('\n')
}

/** The address that a request asks about; null when there is none that could be one. */
export function readAutodiscoverAddress(xml: string): string | null {
  if (/<!|<\?(?!xml\s)/i.test(xml)) return null
  const found = /<(?:[A-Za-z_][\w.-]*:)?EMailAddress>\s*([^<>&\s]{3,320})\s*</.exec(xml)?.[1]
  return found !== undefined && /^[^@]+@[a-z0-9.-]+$/i.test(found) ? found : null
}

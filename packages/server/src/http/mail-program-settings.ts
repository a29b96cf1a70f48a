/**
 * Settings for mail programs as XML, and the one XML that we read. It is read with a fixed pattern instead of a parser:
 * one element is wanted, and a document that declares a type or entities is not looked at any further.
 */
const ports = { tls: 465, startTls: 587 } as const

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, char => escapes[char] ?? '')

/** The format that Thunderbird and others read. There is no incoming server: mail is read on the web pages. */
export function autoconfigXml(site: { domain: string; mailHost: string; publicUrl: string }): string {
  const host = escaped(site.mailHost)
  const outgoing = (port: number, socket: string) =>
    [
      '    <outgoingServer type="smtp">',
      `      <hostname>${host}</hostname>`,
      `      <port>${port}</port>`,
      `      <socketType>${socket}</socketType>`,
      '      <username>%EMAILADDRESS%</username>',
      '      <authentication>password-cleartext</authentication>',
      '    </outgoingServer>',
    ].join('\n')
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
    outgoing(ports.tls, 'SSL'),
    outgoing(ports.startTls, 'STARTTLS'),
    '  </emailProvider>',
    ...web,
    '</clientConfig>',
    '',
  ].join('\n')
}

/** The answer to Outlook's POX request. */
export function autodiscoverXml(site: { address: string; mailHost: string }): string {
  const protocol = [
    '      <Protocol>',
    '        <Type>SMTP</Type>',
    `        <Server>${escaped(site.mailHost)}</Server>`,
    `        <Port>${ports.tls}</Port>`,
    `        <LoginName>${escaped(site.address)}</LoginName>`,
    '        <SSL>on</SSL>',
    '        <AuthRequired>on</AuthRequired>',
    '        <SPA>off</SPA>',
    '      </Protocol>',
  ].join('\n')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Autodiscover xmlns="http://schemas.microsoft.com/exchange/autodiscover/responseschema/2006">',
    '  <Response xmlns="http://schemas.microsoft.com/exchange/autodiscover/outlook/responseschema/2006a">',
    '    <Account>',
    '      <AccountType>email</AccountType>',
    '      <Action>settings</Action>',
    protocol,
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

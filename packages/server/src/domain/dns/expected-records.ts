/** Lists every record that a domain should have, with its value. It is pure; other code judges the DNS. */
import { isIP } from 'node:net'
import type { DnsKind, DnsLevel } from '@yanshu/contract'
import type { Config } from '../../kernel/config/settings-table.ts'
import { domainWords } from '../words/words.ts'
import type { DkimAlgorithm, DkimKeyState } from './record-texts.ts'
import { dkimValue, ownershipName, ownershipValue } from './record-texts.ts'

export type ExpectedRecord = {
  /** The record's name among those of its domain; it stays the same over time. */
  readonly key: string
  readonly kind: DnsKind
  readonly level: DnsLevel
  readonly name: string
  readonly type: 'TXT' | 'MX' | 'A' | 'AAAA' | 'CNAME' | 'SRV' | 'PTR' | 'DNSBL'
  readonly value: string
  /** True when a provider can write it. */
  readonly settable: boolean
}

export type RecordKey = {
  readonly selector: string
  readonly algorithm: DkimAlgorithm
  readonly public_key: string
  readonly state: DkimKeyState
}

/** The ports of mail programs; 0 means none. */
export type ProgramPorts = Pick<
  Config,
  'submissionPort' | 'submissionsPort' | 'imapPort' | 'imapsPort' | 'pop3sPort'
>

export type RecordFacts = {
  readonly name: string
  /** Empty when the operator vouches for the domain. */
  readonly token: string
  readonly keys: readonly RecordKey[]
  /** The host that receives the domain's mail. */
  readonly mailHost: string
  /** The host that sends, for all domains. */
  readonly siteHost: string
  /** The host of the web pages, or null when no public one is known. */
  readonly webHost: string | null
  readonly ports: ProgramPorts
  /** The id of the MTA-STS policy. */
  readonly stsId: string
  /** The addresses that the last check found for the mail host. */
  readonly addresses: readonly string[]
  /** The same of the host that sends. */
  readonly sending: readonly string[]
}

/** True for a name that others can look up. */
export const isPublicHost = (host: string): boolean =>
  host.includes('.') && isIP(host) === 0 && !host.endsWith('.local') && !host.endsWith('.internal')

export const mxPriority = 10

const txt = (key: string, kind: DnsKind, level: DnsLevel, name: string, value: string): ExpectedRecord => ({
  key,
  kind,
  level,
  name,
  type: 'TXT',
  value,
  settable: true,
})

function keyRecords(facts: RecordFacts): ExpectedRecord[] {
  return facts.keys.map(key => {
    const kind = key.algorithm === 'rsa' ? 'dkimRsa' : 'dkimEd25519'
    // A second signature is optional. A key that is about to sign, or whose mail is still under way, is not
    // optional.
    const level = key.algorithm === 'rsa' && key.state === 'active' ? 'should' : 'may'
    return txt(
      `dkim:${key.selector}`,
      kind,
      level,
      `${key.selector}._domainkey.${facts.name}`,
      dkimValue(key),
    )
  })
}

/** RFC 6186 and RFC 8314, section 5.1: tells mail programs the servers for sending and fetching. */
function programRecords({ name, mailHost, webHost, ports }: RecordFacts): ExpectedRecord[] {
  const common = { kind: 'autoconfig', level: 'may', settable: true } as const
  const hosts = webHost === null ? [] : ['autoconfig', 'autodiscover']
  return [
    ...hosts.map(
      (label): ExpectedRecord => ({
        ...common,
        key: label,
        name: `${label}.${name}`,
        type: 'CNAME',
        value: webHost ?? '',
      }),
    ),
    ...(
      [
        ['submissions', 1, ports.submissionsPort],
        ['submission', 2, ports.submissionPort],
        ['imaps', 1, ports.imapsPort],
        ['imap', 2, ports.imapPort],
        ['pop3s', 1, ports.pop3sPort],
      ] as const
    )
      .filter(([, , port]) => port > 0)
      .map(
        ([service, preference, port]): ExpectedRecord => ({
          ...common,
          key: service,
          name: `_${service}._tcp.${name}`,
          type: 'SRV',
          value: `0 ${preference} ${port} ${mailHost}`,
        }),
      ),
  ]
}

/** Returns `25.113.0.203.in-addr.arpa`, or nibbles for IPv6 (RFC 3596, section 2.5). */
export function reverseLabels(address: string): string {
  if (isIP(address) === 4) return address.split('.').reverse().join('.')
  const [head = '', tail] = address.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':') : [])
  const before = groups(head)
  const after = groups(tail)
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const nibbles = [...before, ...zeros, ...after].map(group => group.padStart(4, '0')).join('')
  return [...nibbles].reverse().join('.')
}

const reverseName = (address: string): string =>
  `${reverseLabels(address)}.${isIP(address) === 4 ? 'in-addr' : 'ip6'}.arpa`

/** Mail goes out by the host of the site, which is not in the MX record of a domain with a host of its own. */
const spfValue = ({ mailHost, siteHost }: RecordFacts): string =>
  mailHost === siteHost || !isPublicHost(siteHost) ? 'v=spf1 mx ~all' : `v=spf1 mx a:${siteHost} ~all`

export function expectedRecords(given: RecordFacts): ExpectedRecord[] {
  const facts = isPublicHost(given.mailHost) ? given : { ...given, mailHost: domainWords.unnamedHost }
  const { name, mailHost, webHost, addresses, sending } = facts
  const own = (key: string, kind: DnsKind, level: DnsLevel) =>
    ({ key, kind, level, settable: false }) as const
  const four = addresses.filter(address => isIP(address) === 4)
  const six = addresses.filter(address => isIP(address) === 6)
  return [
    ...(facts.token === ''
      ? []
      : [txt('ownership', 'ownership', 'must', ownershipName(name), ownershipValue(facts.token))]),
    {
      key: 'mx',
      kind: 'mx',
      level: 'must',
      name,
      type: 'MX',
      value: `${mxPriority} ${mailHost}`,
      settable: true,
    },
    {
      ...own('host:a', 'host', 'must'),
      name: mailHost,
      type: 'A',
      value: four.length === 0 ? domainWords.serverAddress : four.join(' '),
    },
    ...(six.length === 0
      ? []
      : [
          { ...own('host:aaaa', 'host', 'may'), name: mailHost, type: 'AAAA', value: six.join(' ') } as const,
        ]),
    txt('spf', 'spf', 'should', name, spfValue(given)),
    ...keyRecords(facts),
    txt(
      'dmarc',
      'dmarc',
      'should',
      `_dmarc.${name}`,
      `v=DMARC1; p=quarantine; rua=mailto:postmaster@${name}`,
    ),
    ...sending.map(
      (address): ExpectedRecord => ({
        ...own(`ptr:${address}`, 'ptr', 'should'),
        name: reverseName(address),
        type: 'PTR',
        value: facts.siteHost,
      }),
    ),
    {
      ...txt('mta-sts', 'mtaSts', 'may', `_mta-sts.${name}`, `v=STSv1; id=${facts.stsId}`),
      // It announces a policy; without a host that serves it the record would be half of something.
      settable: webHost !== null,
    },
    ...(webHost === null
      ? []
      : [
          {
            key: 'mta-sts-host',
            kind: 'mtaSts',
            level: 'may',
            name: `mta-sts.${name}`,
            type: 'CNAME',
            value: webHost,
            settable: true,
          } as const,
        ]),
    txt('tls-rpt', 'tlsRpt', 'may', `_smtp._tls.${name}`, `v=TLSRPTv1; rua=mailto:postmaster@${name}`),
    ...programRecords(facts),
    ...sending
      .filter(address => isIP(address) === 4)
      .map(
        (address): ExpectedRecord => ({
          ...own(`dnsbl:${address}`, 'dnsbl', 'should'),
          name: address,
          type: 'DNSBL',
          value: domainWords.onNoList,
        }),
      ),
  ]
}

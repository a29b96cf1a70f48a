/** What was found, in the words of the terminal: what it is, and what to do about it. */

import type { DoctorFacts, DoctorKey, Says } from '../words/says.ts'
import { operateWords } from '../words/words.ts'
import type { Finding } from './finding.ts'

type Line = readonly [what: string, advice?: string]

const whose = (domain: string): string => (domain === '' ? 'mail' : `mail from ${domain}`)
const closed = 'your hoster may close port 25 to the outside: ask them to open it, or '
const { relayPage, guidePage } = operateWords.doctor
const inGuide = `see the guide on the overview page (${guidePage})`

const certificateFaults = {
  noTls: ['it offers no STARTTLS', 'look at the log of the program'],
  expired: ['it has ended', 'renew it; it is read again by itself'],
  notYet: ['it is not valid yet', 'let the clock be set by NTP'],
  selfSigned: ['it is self-signed', 'set one of a public authority: YANSHU_TLS_CERT and YANSHU_TLS_KEY'],
  otherName: ['it is for another name', 'get one for YANSHU_MAIL_HOST, or set that to its name'],
  incomplete: ['its chain is not complete', 'put the intermediate certificates into the same file, below it'],
  unknownIssuer: ['no known authority has signed it', 'set one of a public authority'],
  untrusted: ['it does not verify', 'look at it with openssl s_client -starttls smtp'],
} as const

const lines: { readonly [Key in DoctorKey]: (values: DoctorFacts[Key]) => Line } = {
  passwordOfEnvironment: ({ username }) => [
    `the password of ${username} still stands in YANSHU_ADMIN_PASSWORD`,
    'change it on the pages and take it out of the environment',
  ],
  passwordOwn: ({ username, twoFactor }) => [
    twoFactor ? `${username} logs in with two factors` : `${username} logs in with a password alone`,
  ],
  passwordAdmins: ({ admins, secured }) => [`${admins} admins, ${secured} of them with two factors`],
  urlMissing: () => [
    'the site has no public URL',
    `set it in the settings of the site, or YANSHU_PUBLIC_URL; ${inGuide}`,
  ],
  urlPlain: ({ url }) => [`the site is reached by ${url}, without encryption`, 'put HTTPS before it'],
  urlSet: ({ url }) => [
    `whether ${url} opens from outside cannot be known from here`,
    'open it with a phone',
  ],
  urlVisited: ({ url }) => [`${url} was opened from outside`],
  hostUnnamed: ({ host }) => [
    `the mail host is ${host}, which nobody else can look up`,
    'set the mail host in the settings of the site, or YANSHU_MAIL_HOST',
  ],
  hostFound: ({ host, addresses }) => [`${host} is ${addresses.join(', ')}`],
  hostPrivate: ({ host, addresses }) => [
    `${host} is ${addresses.join(', ')}, which others cannot reach`,
    'let it name the public address of this machine',
  ],
  hostMissing: ({ host }) => [
    `${host} has no address in DNS`,
    `add an A or AAAA record for ${host}, or set YANSHU_MAIL_HOST`,
  ],
  dnsSilent: ({ name, why }) => [
    `DNS does not answer when asked for ${name} (${why})`,
    'look at YANSHU_DNS_SERVERS and the network; whether the records are right is not known',
  ],
  ptrRight: ({ host }) => [`the address leads back to ${host}`],
  ptrMissing: ({ address, host }) => [
    `${address} has no name (PTR)`,
    `have your hoster set it to ${host}; others may refuse mail without it`,
  ],
  ptrOther: ({ address, found, host }) => [
    `${address} leads back to ${found}`,
    `have your hoster set its PTR record to ${host}`,
  ],
  portSeen: ({ address, at }) => [`${address} came in from outside at ${at}`],
  portSeenBefore: ({ at }) => [`somebody came in from outside, last seen at ${at}`],
  portInside: ({ address }) => [
    `only ${address} came to the SMTP port so far, from inside`,
    'whether port 25 is open to the world cannot be known from here; send a mail from elsewhere',
  ],
  portUnseen: ({ port }) => [
    `nobody has come to the SMTP port ${port} from outside yet`,
    'whether port 25 is open to the world cannot be known from here; send a mail from elsewhere',
  ],
  ingestOpen: () => ['mail is handed in over HTTP (YANSHU_INGEST_SECRET), which needs no port 25'],
  certificateTrusted: ({ host, until }) => [
    `senders that verify the certificate of ${host} trust it until ${until}: MTA-STS can enforce`,
  ],
  certificateEndsSoon: ({ host, until }) => [
    `senders that verify the certificate of ${host} trust it until ${until}; MTA-STS goes back to testing three days before`,
    'renew it; it is read again by itself',
  ],
  certificateRefused({ host, fault }) {
    const [why, advice] = certificateFaults[fault]
    const mode = 'MTA-STS only asks for reports (testing) meanwhile'
    return [`senders that verify the certificate of ${host} refuse it: ${why}; ${mode}`, advice]
  },
  certificateUnseen: () => ['the certificate of the SMTP port cannot be seen', 'start the program'],
  trialDomain: ({ domain }) => [
    `${domain} is a name for trying out`,
    'set YANSHU_LOCAL_DOMAIN to your domain, or add it on the pages, to receive from the world',
  ],
  mxRight: ({ domain, host }) => [`mail for ${domain} comes to ${host}`],
  mxMissing: ({ domain, host }) => [`${domain} has no MX record`, `add: ${domain} MX 10 ${host}`],
  mxElsewhere: ({ domain, hosts, host }) => [
    `mail for ${domain} goes to ${hosts.join(', ')}`,
    `set its MX record to ${host}`,
  ],
  mxByIngest: ({ domain, hosts }) => [`mail for ${domain} goes to ${hosts.join(', ')}, which hands it in`],
  recordsLeft: ({ domain, left, all }) => [`${left} of ${all} records of ${domain} are not right`, inGuide],
  recordsUnseen: ({ domain }) => [`nobody has looked at the records of ${domain} yet`, inGuide],
  openAndSold: ({ domain }) => [
    `${domain} is open for registration and sold in the store`,
    'names that buyers pay for can be had for nothing there: switch one of the two off, or give good names a price of their own',
  ],
  mailCame: ({ at, client }) => [`the last mail from outside came at ${at}, from ${client}`],
  mailCameBefore: ({ at }) => [`mail from outside was last seen at ${at}`],
  mailNone: ({ domain }) => ['no mail has come from outside yet', `send one to an address at ${domain}`],
  dkimReady: ({ domain }) => [`mail from ${domain} is signed with a key that others find`],
  dkimMissing: ({ domain }) => [`others do not find the key that signs mail from ${domain}`, inGuide],
  relayReached: ({ domain, host, port }) => [
    `${whose(domain)} is sent through the relay ${host}, which answers on port ${port}`,
  ],
  relayDown: ({ domain, host, port, why }) => [
    `${whose(domain)} is sent through the relay ${host}, which cannot be reached on port ${port} (${why})`,
    `look at its name, port and encryption in the settings of the site, ${relayPage}`,
  ],
  wayOutOpen: ({ host, port }) => [`mail can be sent: ${host} answers on port ${port}`],
  wayOutNoGreeting: ({ host, port }) => [
    `${host} does not greet on port ${port}`,
    'look again later, or name another with --outbound',
  ],
  wayOutUnknown: ({ host, port }) => [
    `the address of ${host} cannot be found, so the way out to port ${port} was not tried`,
    'look at YANSHU_DNS_SERVERS and the network, or name another host with --outbound',
  ],
  wayOutShut: ({ host, port, why, relayed }) => [
    `${host} cannot be reached on port ${port} (${why})`,
    relayed.length === 0
      ? `${closed}send through a relay`
      : `${closed}set a relay for the whole site: only mail from ${relayed.join(', ')} has one`,
  ],
  wayOutUntried: () => ['the way out to port 25 was not tried'],
  gatewayOutOfReach: ({ way }) => [
    `buyers can pay by ${way}, and its notices of payments cannot reach this site`,
    'set YANSHU_PUBLIC_URL to the URL of the site as others reach it',
  ],
  storeClosed: () => ['the store is closed'],
  storeOpen: () => ['the store is open'],
  soldDomains: ({ domains }) => [`for sale: ${domains.join(', ')}`],
  soldNone: () => ['no domain is for sale'],
  plansOnSale: ({ plans }) => [`${plans} plans are on sale`],
  plansNone: () => ['no plan is on sale'],
  waysReady: ({ ways }) => [`ways to pay: ${ways.join(', ')}`],
  waysNone: () => ['buyers have no way to pay'],
  orderDone: ({ at }) => [`the last order was handed out at ${at}`],
  orderNone: () => ['nothing was sold yet'],
}

const states = { ok: 'ok', todo: 'warn', unknown: 'warn', fail: 'fail' } as const

export function findingOf({ state, key, values }: Says): Finding {
  const [what, advice] = (lines[key] as (values: Says['values']) => Line)(values)
  return { state: states[state], what, ...(advice === undefined || state === 'ok' ? {} : { advice }) }
}

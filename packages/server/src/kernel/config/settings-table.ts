/**
 * Declares every setting from the environment. The parser, the documentation and the redaction of secrets all
 * use this table. Settings that change while the program runs are in the database (ledger/setting).
 */
import { isIP } from 'node:net'
import { isLevelItem } from '../log/levels.ts'

type Common = {
  readonly name: `YANSHU_${string}`
  readonly text: string
  readonly secret?: true
}

export type EnvironmentSetting =
  | (Common & {
      readonly type: 'text'
      readonly default: string
      readonly pattern?: RegExp
      readonly form?: string
    })
  | (Common & {
      readonly type: 'list'
      readonly default: readonly string[]
      readonly pattern?: RegExp
      /** Checks an item whose rule is not a pattern. */
      readonly accepts?: (item: string) => boolean
      readonly form?: string
    })
  | (Common & {
      readonly type: 'integer'
      readonly default: number
      readonly min: number
      readonly max: number
    })
  | (Common & { readonly type: 'choice'; readonly default: string; readonly choices: readonly string[] })

/** Accepts text that a header can carry: no line ends, and no space at either end, which HTTP removes. */
const headerSecret = /^(?:$|(?=\S)(?=.{16})[^\p{Cc}]*\S$)/u

const hostName =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** Accepts an address, or a network written as address/bits. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Ports on which a PROXY header may be expected. */
export const proxiedPorts = [
  ...(['http', 'https', 'smtp', 'submission', 'submissions'] as const),
  ...(['imap', 'imaps', 'pop3', 'pop3s'] as const),
] as const
export type ProxiedPort = (typeof proxiedPorts)[number]

const isProxiedPort = (text: string): boolean => proxiedPorts.some(port => port === text)

export const settingsTable = {
  httpPort: {
    name: 'YANSHU_HTTP_PORT',
    type: 'integer',
    default: 3000,
    min: 0,
    max: 65535,
    text: 'Port of the web interface and the API. 0 takes any free port.',
  },
  httpHost: {
    name: 'YANSHU_HTTP_HOST',
    type: 'text',
    default: '::',
    text: 'Address the web interface listens on. `::` is every address, IPv4 included.',
  },
  httpsPort: {
    name: 'YANSHU_HTTPS_PORT',
    type: 'integer',
    default: 0,
    min: 0,
    max: 65535,
    text: 'Port of the same with TLS, for a site without a proxy in front: 443, or a port to which 443 is forwarded. Visitors of the other port are sent here once there is a good certificate. 0: off.',
  },
  hsts: {
    name: 'YANSHU_HSTS',
    type: 'choice',
    default: 'on',
    choices: ['on', 'off'],
    text: 'Whether browsers are told to use HTTPS alone for a year (HSTS), when the public URL is https.',
  },
  smtpPort: {
    name: 'YANSHU_SMTP_PORT',
    type: 'integer',
    default: 2525,
    min: 0,
    max: 65535,
    text: 'Port on which mail is received. The world delivers to 25: forward that port here, or set 25.',
  },
  smtpHost: {
    name: 'YANSHU_SMTP_HOST',
    type: 'text',
    default: '::',
    text: 'Address on which mail is received. `::` is every address, IPv4 included.',
  },
  submissionPort: {
    name: 'YANSHU_SUBMISSION_PORT',
    type: 'integer',
    default: 0,
    min: 0,
    max: 65535,
    text: 'Port on which mail programs hand in mail, with STARTTLS and a password: 587 by custom. 0: off.',
  },
  submissionsPort: {
    name: 'YANSHU_SUBMISSIONS_PORT',
    type: 'integer',
    default: 0,
    min: 0,
    max: 65535,
    text: 'The same with TLS from the beginning: 465 by custom. 0: off.',
  },
  imapPort: {
    name: 'YANSHU_IMAP_PORT',
    type: 'integer',
    default: 0,
    min: 0,
    max: 65535,
    text: 'Port on which mail programs read mail in its folders, with STARTTLS and a password: 143 by custom. 0: off.',
  },
  imapsPort: {
    name: 'YANSHU_IMAPS_PORT',
    type: 'integer',
    default: 0,
    min: 0,
    max: 65535,
    text: 'The same with TLS from the beginning: 993 by custom. 0: off.',
  },
  pop3Port: {
    name: 'YANSHU_POP3_PORT',
    type: 'integer',
    default: 0,
    min: 0,
    max: 65535,
    text: 'Port on which mail programs fetch mail, with STLS and a password: 110 by custom. 0: off.',
  },
  pop3sPort: {
    name: 'YANSHU_POP3S_PORT',
    type: 'integer',
    default: 0,
    min: 0,
    max: 65535,
    text: 'The same with TLS from the beginning: 995 by custom. 0: off.',
  },
  lmtpPort: {
    name: 'YANSHU_LMTP_PORT',
    type: 'integer',
    default: 0,
    min: 0,
    max: 65535,
    text: 'Port for LMTP, for those who keep another mail server in front. 0: off. It listens on 127.0.0.1 only.',
  },
  ingestSecret: {
    name: 'YANSHU_INGEST_SECRET',
    type: 'text',
    default: '',
    pattern: headerSecret,
    form: 'at least 16 characters, without line ends, and no space at either end',
    secret: true,
    text: 'Secret with which another system may hand in raw mail over HTTP (POST /api/ingest). Empty: nobody may.',
  },
  rspamdUrl: {
    name: 'YANSHU_RSPAMD_URL',
    type: 'text',
    default: '',
    pattern: /^(?:$|https?:\/\/\S+$)/,
    form: 'an http or https address',
    text: 'Where rspamd answers, for example http://127.0.0.1:11333. What it would do with a mail adds to our own spam score. Empty: not asked.',
  },
  rspamdPassword: {
    name: 'YANSHU_RSPAMD_PASSWORD',
    type: 'text',
    default: '',
    secret: true,
    text: 'Password for rspamd, where it wants one.',
  },
  clamav: {
    name: 'YANSHU_CLAMAV',
    type: 'text',
    default: '',
    pattern: /^(?:$|\/\S+$|\S+:\d{1,5}$)/,
    form: 'host:port or the path of a socket',
    text: 'Where clamd listens, for example 127.0.0.1:3310 or /run/clamav/clamd.ctl. A mail in which it finds a virus goes to the spam folder. Empty: not asked.',
  },
  tlsCert: {
    name: 'YANSHU_TLS_CERT',
    type: 'text',
    default: '',
    text: 'File with the certificate chain (PEM) for all ports with TLS. Empty: one from an authority, when the settings of the site say so, else a self-signed one. Read again when it changes.',
  },
  tlsKey: {
    name: 'YANSHU_TLS_KEY',
    type: 'text',
    default: '',
    text: 'File with the private key (PEM) of that certificate.',
  },
  dataDir: {
    name: 'YANSHU_DATA_DIR',
    type: 'text',
    default: './data',
    text: 'Folder for the embedded database, large mails, keys and certificates.',
  },
  mailMemoryMb: {
    name: 'YANSHU_MAIL_MEMORY_MB',
    type: 'integer',
    default: 0,
    min: 0,
    max: 4096,
    text: 'Memory for mail that is being handed in, in megabytes; what does not fit waits on disk. 0: a sixteenth of the machine or container, 16 to 256.',
  },
  databaseUrl: {
    name: 'YANSHU_DATABASE_URL',
    type: 'text',
    default: '',
    pattern: /^(?:$|postgres(?:ql)?:\/\/)/,
    form: 'empty, or begin with postgres://',
    secret: true,
    text: 'PostgreSQL URL. Empty: SQLite in the data folder. Several nodes may share one PostgreSQL.',
  },
  databasePool: {
    name: 'YANSHU_DATABASE_POOL',
    type: 'integer',
    default: 10,
    min: 2,
    max: 500,
    text: 'Connections that one node keeps to PostgreSQL at most.',
  },
  adminUsername: {
    name: 'YANSHU_ADMIN_USERNAME',
    type: 'text',
    default: 'admin',
    pattern: /^[a-z0-9](?:[a-z0-9]|[._-](?=[a-z0-9])){1,31}$/,
    form: '2 to 32 lower-case letters and digits',
    text: 'User name of the admin made at the first start.',
  },
  adminPassword: {
    name: 'YANSHU_ADMIN_PASSWORD',
    type: 'text',
    default: '',
    pattern: /^(?:$|.{8,256}$)/s,
    form: 'at least 8 characters',
    secret: true,
    text: 'Password of that admin. Empty: one is made and printed once. Has no effect once an admin exists.',
  },
  localDomain: {
    name: 'YANSHU_LOCAL_DOMAIN',
    type: 'text',
    default: 'yanshu.test',
    pattern: hostName,
    form: 'a domain name',
    text: 'Domain that exists from the first start and is open for registration.',
  },
  publicUrl: {
    name: 'YANSHU_PUBLIC_URL',
    type: 'text',
    default: '',
    pattern: /^(?:$|https?:\/\/[^\s/?#]+$)/,
    form: 'empty, or like https://mail.example.com without a path',
    text: 'How visitors reach the site. Used in links that leave it. Empty: http://localhost and the port.',
  },
  mailHost: {
    name: 'YANSHU_MAIL_HOST',
    type: 'text',
    default: '',
    pattern: /^$|^(?=.{1,253}$)[a-z0-9.-]+$/i,
    form: 'a host name',
    text: 'Host name in SMTP greetings and DNS advice. Empty: the host of the public URL, or the machine name.',
  },
  dnsServers: {
    name: 'YANSHU_DNS_SERVERS',
    type: 'list',
    default: [],
    pattern: /^(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|\[[0-9a-f:.]+\](?::\d{1,5})?|[0-9a-f:]+)$/i,
    form: 'addresses such as 1.1.1.1 or 127.0.0.1:5353',
    text: 'DNS servers to ask, in order. Empty: those of the system.',
  },
  privateNameServers: {
    name: 'YANSHU_PRIVATE_NAME_SERVERS',
    type: 'list',
    default: [],
    accepts: isNetwork,
    form: 'addresses or networks such as 10.0.0.53 or 10.0.0.0/8',
    text: 'Name servers on a private network to which DNS updates (RFC 2136) may be sent. Empty: only public ones.',
  },
  permissionKey: {
    name: 'YANSHU_PERMISSION_KEY',
    type: 'text',
    default: 'yanshu-permission-data-cipher-01',
    pattern: /^.{8,}$/s,
    form: 'at least 8 characters',
    text: 'Key of the permission data sent to the browser: exactly 32 bytes are taken as they are, anything else by its SHA-256. The browser is given it too, so it hides nothing; no secret is ever encrypted with it.',
  },
  secretKey: {
    name: 'YANSHU_SECRET_KEY',
    type: 'text',
    default: '',
    pattern: /^(?:$|.{16,}$)/s,
    form: 'at least 16 characters',
    secret: true,
    text: 'Encrypts secrets at rest (second factors, private keys, gateway keys). Empty: a key is made and kept in the data folder, or with PostgreSQL in the database itself, where it protects nothing from one who can read the database. Never change it afterwards.',
  },
  trustedProxies: {
    name: 'YANSHU_TRUSTED_PROXIES',
    type: 'list',
    default: [],
    accepts: isNetwork,
    form: 'addresses or networks such as 127.0.0.1 or 10.0.0.0/8',
    text: 'Reverse proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. Empty: nobody’s.',
  },
  proxyProtocol: {
    name: 'YANSHU_PROXY_PROTOCOL',
    type: 'list',
    default: [],
    accepts: isProxiedPort,
    form: 'any of http, https, smtp, submission, submissions, imap, imaps, pop3, pop3s',
    text: 'Ports behind a TCP balancer. On these every connection from YANSHU_TRUSTED_PROXIES must begin with a PROXY header (version 1 or 2) that names the client, also before TLS; a connection from anywhere else may not. Empty: no port expects one.',
  },
  privateGateways: {
    name: 'YANSHU_PRIVATE_GATEWAYS',
    type: 'list',
    default: [],
    accepts: isNetwork,
    form: 'addresses or networks such as 10.0.0.7 or 10.0.0.0/8',
    text: 'Addresses that are not public and at which a payment gateway may nevertheless be reached, such as one on the same machine or network. Empty: gateways are reached on the public internet only.',
  },
  privateAuthorities: {
    name: 'YANSHU_PRIVATE_AUTHORITIES',
    type: 'list',
    default: [],
    accepts: isNetwork,
    form: 'addresses or networks such as 10.0.0.7 or 10.0.0.0/8',
    text: 'Addresses that are not public and at which an authority of your own may sign certificates (ACME). Its root must be among those that Node trusts (NODE_EXTRA_CA_CERTS). Empty: authorities are reached on the public internet only.',
  },
  privateWebhooks: {
    name: 'YANSHU_PRIVATE_WEBHOOKS',
    type: 'list',
    default: [],
    accepts: isNetwork,
    form: 'addresses or networks such as 10.0.0.7 or 192.168.0.0/16',
    text: 'Addresses and networks that are not public and to which notices of admins may nevertheless be sent, such as a program on the same network. Empty: notices go to the public internet only.',
  },
  privateWebhooksFor: {
    name: 'YANSHU_PRIVATE_WEBHOOKS_FOR',
    type: 'choice',
    default: 'admins',
    choices: ['admins', 'everybody'],
    text: 'Whose notices may be sent to YANSHU_PRIVATE_WEBHOOKS. With everybody, each account and mailbox can make this server send requests there.',
  },
  drainSeconds: {
    name: 'YANSHU_DRAIN_SECONDS',
    type: 'integer',
    default: 0,
    min: 0,
    max: 600,
    text: 'Seconds for which a program that was told to stop (SIGTERM) goes on as before while /readyz answers 503, so that balancers send the next clients elsewhere. A second signal ends this time.',
  },
  stopSeconds: {
    name: 'YANSHU_STOP_SECONDS',
    type: 'integer',
    default: 25,
    min: 6,
    max: 3600,
    text: 'Seconds for stopping after that. Nobody is let in any more; mails, uploads and requests under way have all but the last five seconds to finish. Whoever runs the program must be willing to wait for both times together.',
  },
  logLevel: {
    name: 'YANSHU_LOG_LEVEL',
    type: 'choice',
    default: 'info',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    text: 'How much is logged.',
  },
  log: {
    name: 'YANSHU_LOG',
    type: 'list',
    default: [],
    accepts: isLevelItem,
    form: 'levels, alone or for a part, such as info or smtp=debug',
    text: 'How much the parts of the program log, for example `info,smtp=warn`. A level alone is for all others and wins over YANSHU_LOG_LEVEL. The parts are in the operating guide.',
  },
  logTo: {
    name: 'YANSHU_LOG_TO',
    type: 'text',
    default: '',
    text: 'File for the log, of this node alone. It is opened anew on SIGHUP. Empty: the standard output.',
  },
  logMaxMb: {
    name: 'YANSHU_LOG_MAX_MB',
    type: 'integer',
    default: 50,
    min: 1,
    max: 10_240,
    text: 'Size in megabytes at which that file is renamed to `.1`, the one before to `.2` and so on.',
  },
  logKeep: {
    name: 'YANSHU_LOG_KEEP',
    type: 'integer',
    default: 10,
    min: 1,
    max: 1000,
    text: 'How many such older files are kept.',
  },
  logPersonal: {
    name: 'YANSHU_LOG_PERSONAL',
    type: 'choice',
    default: 'full',
    choices: ['full', 'masked'],
    text: 'With masked, mail addresses and names appear in the log as first letter and domain, IP addresses as their network (/24, /48). Then fail2ban cannot work.',
  },
  metricsToken: {
    name: 'YANSHU_METRICS_TOKEN',
    type: 'text',
    default: '',
    pattern: /^(?:$|\S$|(?=\S)[^\p{Cc}]*\S$)/u,
    form: 'no line ends, and no space at either end',
    secret: true,
    text: 'Bearer token that /metrics asks for. Empty: /metrics answers only to the machine itself.',
  },
} as const satisfies Record<string, EnvironmentSetting>

type Table = typeof settingsTable

type ValueOf<S extends EnvironmentSetting> = S extends { type: 'integer' }
  ? number
  : S extends { type: 'list' }
    ? readonly string[]
    : S extends { type: 'choice'; choices: readonly (infer C)[] }
      ? C
      : string

export type Config = { readonly [K in keyof Table]: ValueOf<Table[K]> }

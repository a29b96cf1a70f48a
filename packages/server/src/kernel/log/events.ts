/**
 * Declares every event of the log with its fields. The types of callers, the masking of personal data and the
 * test of docs/operating.md all use these lists, so that filters and documents hold. A name is never given
 * another meaning: other programs read it.
 */

/** The parts of the program, each with a level of its own where the operator sets one. */
export const logParts = [
  'system',
  'smtp',
  'inbound',
  'outbound',
  'login',
  'admin',
  'jobs',
  'domain',
  'commerce',
  'programs',
  'http',
  'certificate',
] as const
export type LogPart = (typeof logParts)[number]

/**
 * The kinds of fields. `client` is an IP address, `person` an address or a user name, and `words` are somebody's
 * words, which may hold either: these three are masked where the operator wants it.
 */
type FieldKind = 'client' | 'person' | 'words' | 'name' | 'number' | 'fault'

export const logFields = {
  client: { kind: 'client', text: 'IP address of the other side' },
  channel: { kind: 'name', text: 'way in: `http`, `smtp`, `lmtp`, `submission`, `pop3`, `imap`' },
  id: { kind: 'name', text: 'id that the other server was told (in), or id of the sent mail (out)' },
  mail: { kind: 'name', text: 'id of the mail in its mailbox' },
  recipient: { kind: 'name', text: 'id of the recipient in the queue' },
  from: { kind: 'person', text: 'sender in the envelope; empty for reports' },
  to: { kind: 'person', text: 'recipient in the envelope' },
  size: { kind: 'number', text: 'octets' },
  verdict: {
    kind: 'name',
    text: '`accepted` or `discarded` (in); `delivered`, `deferred`, `failed`, `held`, `cancelled`, `unmade` (out)',
  },
  reason: { kind: 'name', text: 'why, as one word of a closed list' },
  code: { kind: 'number', text: 'code of our SMTP reply' },
  reply: { kind: 'words', text: 'our reply, or the answer of the other server' },
  host: { kind: 'name', text: 'the other mail server, or `relay`' },
  attempt: { kind: 'number', text: 'how often it was tried' },
  delayMs: { kind: 'number', text: 'milliseconds since the mail was accepted or queued' },
  name: { kind: 'person', text: 'account or mailbox; of a name that nobody has, only the first letter' },
  known: { kind: 'name', text: '`yes` when somebody has that name' },
  act: { kind: 'name', text: 'name of the call, as in the API' },
  who: { kind: 'person', text: 'the admin' },
  as: { kind: 'person', text: 'the account in whose name the admin acted' },
  job: { kind: 'name', text: 'name of the job' },
  err: { kind: 'fault', text: 'the error with its stack' },
  file: { kind: 'name', text: 'file of the certificate' },
  names: { kind: 'name', text: 'names that the certificate is for' },
  until: { kind: 'name', text: 'end of its time' },
  days: { kind: 'number', text: 'whole days that are left; negative when it has ended' },
  version: { kind: 'name', text: 'version of the program' },
  database: { kind: 'name', text: '`sqlite` or `postgres`' },
  httpPort: { kind: 'number', text: 'port of the web' },
  smtpPort: { kind: 'number', text: 'port of SMTP' },
  settings: { kind: 'words', text: 'the settings that differ from the default; secrets as `(set)`' },
  signal: { kind: 'name', text: 'the signal that ends the program' },
  of: { kind: 'name', text: 'the event that was left out' },
  leftOut: { kind: 'number', text: 'how many lines were left out' },
} as const satisfies Record<string, { kind: FieldKind; text: string }>

export type LogField = keyof typeof logFields

type EventLevel = 'info' | 'warn' | 'error'
type EventEntry = {
  readonly part: LogPart
  readonly level: EventLevel
  /** In the order of the line. The address of the client stands before everything that strangers choose. */
  readonly fields: readonly LogField[]
  readonly text: string
  /** One client gets so many lines of this in a while, so that a flood of attempts does not become one of lines. */
  readonly bounded?: true
}

export const logEvents = {
  'system.started': {
    part: 'system',
    level: 'info',
    fields: ['version', 'database', 'httpPort', 'smtpPort'],
    text: 'started',
  },
  'system.config': {
    part: 'system',
    level: 'info',
    fields: ['settings'],
    text: 'settings from the environment',
  },
  'system.stopping': { part: 'system', level: 'info', fields: ['signal'], text: 'stopping' },
  'system.stopped': { part: 'system', level: 'info', fields: [], text: 'stopped' },
  'log.leftOut': {
    part: 'system',
    level: 'warn',
    fields: ['client', 'of', 'leftOut'],
    text: 'lines about one client were left out',
  },
  'log.lost': {
    part: 'system',
    level: 'error',
    fields: ['leftOut'],
    text: 'lines could not be written and are lost',
  },
  'smtp.refused': {
    part: 'smtp',
    level: 'info',
    fields: ['client', 'channel', 'code', 'reason', 'from', 'to', 'reply'],
    text: 'refused',
    bounded: true,
  },
  'mail.received': {
    part: 'inbound',
    level: 'info',
    fields: ['client', 'id', 'mail', 'verdict', 'reason', 'size', 'delayMs', 'from', 'to'],
    text: 'mail received',
  },
  'mail.sent': {
    part: 'outbound',
    level: 'info',
    fields: [
      ...(['id', 'recipient', 'verdict', 'reason', 'host', 'attempt', 'size', 'delayMs'] as const),
      ...(['from', 'to', 'reply'] as const),
    ],
    text: 'attempt to deliver',
  },
  'login.failed': {
    part: 'login',
    level: 'info',
    fields: ['client', 'channel', 'reason', 'known', 'name'],
    text: 'log-in failed',
    bounded: true,
  },
  'login.ok': {
    part: 'login',
    level: 'info',
    fields: ['client', 'channel', 'name'],
    text: 'logged in',
  },
  'admin.act': {
    part: 'admin',
    level: 'info',
    fields: ['client', 'act', 'who', 'as'],
    text: 'an admin changed something',
  },
  'job.failed': { part: 'jobs', level: 'error', fields: ['job', 'err'], text: 'job failed' },
  'certificate.loaded': {
    part: 'smtp',
    level: 'info',
    fields: ['file', 'names', 'until', 'days'],
    text: 'certificate loaded',
  },
  'certificate.expiring': {
    part: 'smtp',
    level: 'warn',
    fields: ['file', 'names', 'until', 'days'],
    text: 'the certificate ends soon',
  },
  'certificate.obtained': {
    part: 'certificate',
    level: 'info',
    fields: ['names', 'until'],
    text: 'an authority signed a certificate',
  },
  'certificate.failed': {
    part: 'certificate',
    level: 'warn',
    fields: ['names', 'reply'],
    text: 'no certificate was got; the one in use stays',
  },
  'certificate.authority': {
    part: 'certificate',
    level: 'warn',
    fields: ['reply'],
    text: 'the authority that signs certificates cannot be worked with',
  },
} as const satisfies Record<string, EventEntry>

export type LogEvent = keyof typeof logEvents

type ValueOf<Kind extends FieldKind> = Kind extends 'number'
  ? number
  : Kind extends 'fault'
    ? unknown
    : string

/** The fields of an event. One that is null is left out of the line. */
export type EventFields<Name extends LogEvent> = {
  readonly [Field in (typeof logEvents)[Name]['fields'][number]]: ValueOf<
    (typeof logFields)[Field]['kind']
  > | null
}

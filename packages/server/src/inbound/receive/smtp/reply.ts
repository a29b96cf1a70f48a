/** SMTP replies (RFC 5321 section 4.2) with enhanced status codes (RFC 2034, RFC 3463), and the ones the listener gives itself. */

export type SmtpReply = {
  code: number
  /** Such as `5.7.1`; absent where the standard has none (banner, greeting, 3xx). */
  enhanced?: string
  /** One line, or several of a multi-line reply. */
  text: string | readonly string[]
}

/** A reply line may hold 512 octets with CRLF (RFC 5321 section 4.5.3.1.5). */
const MAX_TEXT = 450

export function reply(code: number, enhanced: string, text: string): SmtpReply {
  return { code, enhanced, text }
}

/** Makes foreign text fit for one line of a reply or a log: printable ASCII, bounded. */
export function printable(text: string, max: number = MAX_TEXT): string {
  return text.slice(0, max).replace(/[^ -~]/g, '?')
}

/** The octets on the wire. Whatever stands in the text cannot start a second line. */
export function formatReply({ code, enhanced, text }: SmtpReply): string {
  const prefix = enhanced === undefined ? '' : `${enhanced} `
  if (typeof text === 'string') return `${code} ${prefix}${printable(text)}\r\n`
  const last = text.length - 1
  return text
    .map((line, index) => `${code}${index === last ? ' ' : '-'}${prefix}${printable(line)}\r\n`)
    .join('')
}

export function isRefusal(answer: SmtpReply | null): answer is SmtpReply {
  return answer !== null && answer.code >= 400
}

export const replies = {
  ok: reply(250, '2.0.0', 'OK'),
  senderOk: reply(250, '2.1.0', 'Sender OK'),
  recipientOk: reply(250, '2.1.5', 'Recipient OK'),
  bye: reply(221, '2.0.0', 'Bye'),
  help: reply(214, '2.0.0', 'See RFC 5321'),
  cannotVerify: reply(252, '2.5.0', 'Cannot VRFY user, but will take mail for it'),
  startData: { code: 354, text: 'End data with <CR><LF>.<CR><LF>' },
  startTls: reply(220, '2.0.0', 'Ready to start TLS'),
  signedIn: reply(235, '2.7.0', 'Authentication successful'),

  tooManyConnections: reply(421, '4.3.2', 'Too many connections, try again later'),
  tooManyFromAddress: reply(421, '4.7.0', 'Too many connections from your address'),
  tooManyCommands: reply(421, '4.7.0', 'Too many commands on this connection'),
  tooManyErrors: reply(421, '4.7.0', 'Too many errors'),
  tooManyUnknown: reply(421, '4.7.0', 'Too many unknown recipients'),
  tooManyAuthFailures: reply(421, '4.7.0', 'Too many authentication failures'),
  timeout: reply(421, '4.4.2', 'Timed out, closing connection'),
  shuttingDown: reply(421, '4.3.2', 'Service is shutting down'),
  handlerFailed: reply(451, '4.3.0', 'Temporary failure, try again later'),
  tooManyRecipients: reply(452, '4.5.3', 'Too many recipients, send the rest in another message'),
  noStorage: reply(452, '4.3.1', 'Not enough room at the moment, try again later'),
  tlsUnavailable: reply(454, '4.7.0', 'TLS is not available at the moment'),

  unknownCommand: reply(500, '5.5.1', 'Command not recognised'),
  badLine: reply(500, '5.5.2', 'Command line holds forbidden octets'),
  commandTooLong: reply(500, '5.5.2', 'Command line too long'),
  authLineTooLong: reply(501, '5.5.6', 'Authentication line too long'),
  noArgument: reply(501, '5.5.4', 'This command takes no argument'),
  badGreeting: reply(501, '5.5.4', 'A domain or address literal is needed'),
  badMailSyntax: reply(501, '5.5.4', 'Syntax: MAIL FROM:<address> [SIZE=n] [BODY=8BITMIME] [SMTPUTF8]'),
  badRcptSyntax: reply(501, '5.5.4', 'Syntax: RCPT TO:<address>'),
  badParameter: reply(501, '5.5.4', 'Malformed or repeated parameter'),
  badChunk: reply(501, '5.5.4', 'Syntax: BDAT octets [LAST]'),
  badBase64: reply(501, '5.5.2', 'Cannot decode base64'),
  authCancelled: reply(501, '5.7.0', 'Authentication cancelled'),
  notImplemented: reply(502, '5.5.1', 'Command not implemented'),
  forbidden: reply(502, '5.5.1', 'Command not permitted'),
  greetFirst: reply(503, '5.5.1', 'Say hello first'),
  nested: reply(503, '5.5.1', 'A mail transaction is already open'),
  needMail: reply(503, '5.5.1', 'MAIL first'),
  needRcpt: reply(503, '5.5.1', 'RCPT first'),
  noValidRecipients: reply(554, '5.5.1', 'No valid recipients'),
  chunksBegun: reply(503, '5.5.1', 'Message already begun with BDAT'),
  tlsActive: reply(503, '5.5.1', 'TLS is already active'),
  signedInAlready: reply(503, '5.5.1', 'Already authenticated'),
  unknownMechanism: reply(504, '5.5.4', 'Mechanism not supported'),
  authFailed: reply(535, '5.7.8', 'Authentication credentials invalid'),
  authNeedsTls: reply(538, '5.7.11', 'Encryption required, use STARTTLS first'),
  bareLineBreak: reply(550, '5.6.11', 'Message holds a bare CR or LF; lines must end in CRLF'),
  nulOctet: reply(550, '5.6.0', 'Message holds a NUL octet'),
  tooBig: reply(552, '5.3.4', 'Message is larger than the limit'),
  utf8NotAnnounced: reply(553, '5.6.7', 'Address is not ASCII and SMTPUTF8 was not given'),
  notSynchronised: reply(554, '5.5.0', 'You must wait for my reply'),
  notSmtp: reply(554, '5.5.0', 'This is an SMTP server'),
  badProxyHeader: reply(554, '5.5.0', 'Expected a PROXY header'),
  lineTooLong: reply(554, '5.6.0', 'Message holds an over-long line'),
  unknownParameter: reply(555, '5.5.4', 'Parameter not recognised'),
} as const satisfies Record<string, SmtpReply>

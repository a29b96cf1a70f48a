/**
 * Sends one mail through an open session: MAIL, RCPT, DATA, the message, the final dot (RFC 5321, section
 * 3.3; RFC 2920; RFC 1870; RFC 6152; RFC 6531). It decides nothing about other servers or retries. It only
 * reports the outcome for each recipient, and the recipients without one because the connection broke.
 */
import { answerText, type Reply } from '../../../outside/smtp/reply.ts'
import { WireError } from '../../../outside/smtp/wire.ts'
import type { WireMessage } from '../../../outside/smtp/wire-message.ts'
import type { Finding } from './finding.ts'
import { replyFinding, type Session, wireFinding } from './session.ts'

export type TransactionEnvelope = {
  readonly from: string
  readonly recipients: readonly string[]
  readonly smtpUtf8: boolean
}

export type TransactionResult = {
  /** The outcomes by recipient; missing recipients are undecided. */
  readonly findings: ReadonlyMap<string, Finding>
  /** The reason for missing outcomes; null when the server only wants fewer recipients at a time. */
  readonly broken: Finding | null
  /** True when the connection broke before the first reply. */
  readonly heardNothing: boolean
  readonly isReusable: boolean
}

/** The server is closing down (RFC 5321, section 3.8); the mail may be tried elsewhere. */
class ClosingDown extends Error {
  readonly reply: Reply
  constructor(reply: Reply) {
    super('421')
    this.reply = reply
  }
}

const blockBytes = 64 * 1024
/** "Too many recipients" (RFC 5321, section 4.5.3.1.10); RFC 821 used 552 for it. */
const tooMany: ReadonlySet<number> = new Set([452, 552])

function cannotTake(session: Session, envelope: TransactionEnvelope, message: WireMessage): Finding | null {
  const { features, host } = session
  const failed = (reason: Finding['reason'], status: string, answer: string): Finding => ({
    outcome: 'failed',
    reason,
    answer,
    host,
    status,
  })
  const size = Number(features.get('SIZE') ?? 0)
  if (size > 0 && message.size > size) {
    return failed(
      'tooLarge',
      '5.3.4',
      `the server takes no more than ${size} bytes, the mail has ${message.size}`,
    )
  }
  if (envelope.smtpUtf8 && !features.has('SMTPUTF8')) {
    return failed('needsSmtpUtf8', '5.6.7', 'the server cannot take internationalised addresses (SMTPUTF8)')
  }
  if (message.has8Bit && !features.has('8BITMIME')) {
    return failed('needs8Bit', '5.6.3', 'the server cannot take 8-bit mail (8BITMIME)')
  }
  return null
}

function mailCommand(session: Session, envelope: TransactionEnvelope, message: WireMessage): string {
  const { features } = session
  const params = [
    features.has('SIZE') ? ` SIZE=${message.size}` : '',
    features.has('8BITMIME') && message.has8Bit ? ' BODY=8BITMIME' : '',
    envelope.smtpUtf8 ? ' SMTPUTF8' : '',
  ]
  return `MAIL FROM:<${envelope.from}>${params.join('')}\r\n`
}

export async function runTransaction(
  session: Session,
  envelope: TransactionEnvelope,
  message: WireMessage,
): Promise<TransactionResult> {
  const { wire, limits, host, features } = session
  const findings = new Map<string, Finding>()
  let heard = 0
  let afterDot = false
  let accepted: readonly string[] = []
  let stage: Finding['reason'] = 'senderRefused'
  const tellAll = (recipients: readonly string[], finding: Finding) => {
    for (const recipient of recipients) findings.set(recipient, finding)
  }
  const result = (isReusable: boolean, broken: Finding | null = null): TransactionResult => ({
    findings,
    broken,
    heardNothing: heard === 0,
    isReusable,
  })

  const impossible = cannotTake(session, envelope, message)
  if (impossible !== null) {
    tellAll(envelope.recipients, impossible)
    return result(true)
  }

  async function read(timeoutMs: number): Promise<Reply> {
    const reply = await wire.reply(timeoutMs)
    heard++
    if (reply.code === 421 && !afterDot) throw new ClosingDown(reply)
    return reply
  }

  /** Sends a command and refuses an answer that was there before. */
  function ask(command: string): void {
    // Text that waits on a reused connection is the server's good-bye.
    const isStale = heard === 0 && session.uses > 0
    if (!wire.isQuiet())
      throw new WireError(isStale ? 'cut' : 'bad-answer', 'the server spoke before it was asked')
    wire.write(command)
  }

  const mail = mailCommand(session, envelope, message)
  const rcpts = envelope.recipients.map(recipient => `RCPT TO:<${recipient}>\r\n`)
  const isPipelined = features.has('PIPELINING')

  /** Fills `accepted` and `findings`; returns the reply to DATA if that was already sent. */
  async function announce(): Promise<Reply | null> {
    ask(isPipelined ? [mail, ...rcpts, 'DATA\r\n'].join('') : mail)
    const sender = await read(limits.mailMs)
    const isWelcome = sender.code === 250
    if (!isWelcome) tellAll(envelope.recipients, replyFinding(sender, 'senderRefused', host))
    if (!isWelcome && !isPipelined) return null
    stage = 'recipientRefused'
    const taken: string[] = []
    const postponed: [string, Reply][] = []
    for (const [index, recipient] of envelope.recipients.entries()) {
      if (!isPipelined) ask(rcpts[index] ?? '')
      const reply = await read(limits.rcptMs)
      if (!isWelcome) continue
      if (reply.code >= 200 && reply.code < 300) taken.push(recipient)
      else if (tooMany.has(reply.code)) postponed.push([recipient, reply])
      else findings.set(recipient, replyFinding(reply, 'recipientRefused', host))
    }
    accepted = taken
    // If some were accepted, the others stay undecided for a transaction of their own.
    if (taken.length === 0) {
      for (const [recipient, reply] of postponed) {
        findings.set(recipient, { ...replyFinding(reply, 'recipientRefused', host), outcome: 'deferred' })
      }
    }
    stage = 'dataRefused'
    return isPipelined ? read(limits.dataMs) : null
  }

  /** Returns the reply to the message; a reply before its end is an early refusal. */
  async function send(): Promise<{ reply: Reply; isWhole: boolean }> {
    for (let at = 0; at < message.octets.length; at += blockBytes) {
      const end = at + blockBytes
      // The last block holds the dot: from here on the other side may have everything.
      if (end >= message.octets.length && wire.isQuiet()) afterDot = true
      if (!afterDot && !wire.isQuiet()) return { reply: await read(limits.blockMs), isWhole: false }
      wire.write(message.octets.subarray(at, end))
      await wire.drained(limits.blockMs)
    }
    return { reply: await read(limits.dotMs), isWhole: true }
  }

  try {
    if (session.isDirty) {
      ask('RSET\r\n')
      await read(limits.commandMs)
    }
    session.isDirty = true
    let data = await announce()
    if (accepted.length === 0) {
      // RFC 2920, section 3.1: with no recipient left, an empty message ends the transaction.
      if (data?.code === 354) {
        wire.write('.\r\n')
        await read(limits.dotMs)
      }
      return result(true)
    }
    if (data === null) {
      ask('DATA\r\n')
      data = await read(limits.dataMs)
    }
    if (data.code !== 354) {
      tellAll(accepted, replyFinding(data, 'dataRefused', host))
      return result(data.code >= 400)
    }
    stage = 'messageRefused'
    if (!wire.isQuiet()) throw new WireError('bad-answer', 'the server spoke before it was asked')
    const { reply, isWhole } = await send()
    if (isWhole && reply.code >= 200 && reply.code < 300) {
      session.isDirty = false
      const said = { answer: answerText(reply), host, status: reply.status }
      tellAll(accepted, { outcome: 'delivered', reason: 'accepted', ...said })
      return result(true)
    }
    tellAll(accepted, replyFinding(reply, 'messageRefused', host))
    return result(isWhole && reply.code >= 400 && reply.code !== 421)
  } catch (cause) {
    if (cause instanceof ClosingDown) return result(false, replyFinding(cause.reply, stage, host))
    const error = cause instanceof WireError ? cause : new WireError('cut', 'the conversation failed')
    wire.destroy(error)
    const broken = wireFinding(error, host)
    if (afterDot) {
      const answer = `no answer after the end of the message: ${broken.answer}`
      tellAll(accepted, { ...broken, reason: 'unknownAfterDot', answer })
    }
    return result(false, broken)
  }
}

/** DATA (RFC 5321 section 4.1.1.4) and BDAT (RFC 3030): the message itself, up to the handler's verdict. */
import { parseChunk } from './command.ts'
import {
  answer,
  ask,
  type Connection,
  giveUp,
  type OpenTransaction,
  refuse,
  refuseAndClose,
  report,
  resetTransaction,
} from './connection.ts'
import { createDotDecoder } from './dot-decoder.ts'
import { createMessageSink, type MessageFault, type MessageSink } from './message-sink.ts'
import { replies, type SmtpReply } from './reply.ts'
import type { ReceivedMessage } from './types.ts'

const faultReplies: Record<MessageFault, SmtpReply> = {
  'bare-cr': replies.bareLineBreak,
  'bare-lf': replies.bareLineBreak,
  'nul-octet': replies.nulOctet,
  'line-too-long': replies.lineTooLong,
  'message-too-big': replies.tooBig,
  'out-of-memory-budget': replies.noStorage,
}

export async function data(c: Connection, argument: string): Promise<void> {
  const transaction = c.transaction
  const refusal = argument === '' ? whyNoContent(transaction) : replies.noArgument
  if (refusal !== null || transaction === null) return refuseData(c, refusal ?? replies.needMail)
  if (transaction.chunks !== null) return refuseData(c, replies.chunksBegun)
  // RFC 2920 section 3.1: DATA ends a group of commands. A client that sends more before the 354 did not
  // listen, or somebody uses it to smuggle.
  if (c.wire.pending() > 0) {
    return refuseAndClose(c, 'unauthorised-pipelining', replies.notSynchronised)
  }
  answer(c, replies.startData)
  const sink = createMessageSink(c.limits, c.budget)
  try {
    if (await readDotted(c, sink)) await deliver(c, transaction, sink)
  } finally {
    sink.release()
  }
}

/** Whatever follows a refused DATA may be a message, so none of it may run as commands. */
function refuseData(c: Connection, refusal: SmtpReply): void {
  c.bodyMayFollow = true
  refuse(c, 'sequence', refusal)
  if (c.wire.pending() > 0) {
    report(c, 'unauthorised-pipelining', null)
    c.over = true
  }
}

function whyNoContent(transaction: OpenTransaction | null): SmtpReply | null {
  if (transaction === null) return replies.needMail
  if (transaction.recipients.length > 0) return null
  return transaction.refusedRecipients > 0 ? replies.noValidRecipients : replies.needRcpt
}

/** Reads up to the terminator; false when the connection is lost or given up. */
async function readDotted(c: Connection, sink: MessageSink): Promise<boolean> {
  const decoder = createDotDecoder(sink.push)
  const deadline = performance.now() + c.limits.dataTotalMs
  for (;;) {
    const octets = await readContent(c, Number.POSITIVE_INFINITY, deadline)
    if (octets === null) return false
    const end = decoder.feed(octets)
    if (end >= 0) {
      if (end < octets.length) c.wire.unread(octets.subarray(end))
      return true
    }
    if (isHopeless(c, sink.size())) return false
  }
}

async function readContent(c: Connection, bytes: number, deadline: number): Promise<Buffer | null> {
  const ms = Math.min(c.limits.dataPauseMs, deadline - performance.now())
  const got = ms > 0 ? await c.wire.readOctets({ bytes, ms }) : ({ kind: 'timeout' } as const)
  if (got.kind === 'octets') return got.octets
  giveUp(c, got, 'data-timeout')
  return null
}

/** Beyond the limit a message is still heard out, so that the client gets its 552; but not for ever. */
function isHopeless(c: Connection, octets: number): boolean {
  if (octets <= c.limits.messageBytes + c.limits.swallowBytes) return false
  refuseAndClose(c, 'message-too-big', replies.tooBig)
  return true
}

export async function bdat(c: Connection, argument: string): Promise<void> {
  const chunk = parseChunk(argument)
  // Without a length there is no telling where the octets end and commands begin again.
  if (!chunk.ok) return refuseAndClose(c, 'syntax', replies.badChunk, argument)
  const { transaction } = c
  const refusal = whyNoContent(transaction)
  if (transaction === null || refusal !== null || transaction.chunks?.failed === true) {
    // RFC 3030 section 2: the octets of a refused chunk are on their way all the same, and must be taken and dropped.
    const dropped = await readChunk(c, chunk.size, performance.now() + c.limits.dataTotalMs, null)
    if (dropped) refuse(c, 'sequence', refusal ?? replies.chunksBegun)
    return
  }
  transaction.chunks ??= {
    sink: createMessageSink(c.limits, c.budget),
    deadline: performance.now() + c.limits.dataTotalMs,
    failed: false,
  }
  const { sink, deadline } = transaction.chunks
  if (!(await readChunk(c, chunk.size, deadline, sink))) return
  if (chunk.last) {
    try {
      return await deliver(c, transaction, sink)
    } finally {
      sink.release()
    }
  }
  const fault = sink.fault()
  if (fault === null) return answer(c, { ...replies.ok, text: `${chunk.size} octets received` })
  transaction.chunks.failed = true
  refuse(c, fault, faultReplies[fault])
}

async function readChunk(
  c: Connection,
  size: number,
  deadline: number,
  sink: MessageSink | null,
): Promise<boolean> {
  if (isHopeless(c, size + (sink?.size() ?? 0))) return false
  let left = size
  while (left > 0) {
    const octets = await readContent(c, left, deadline)
    if (octets === null) return false
    left -= octets.length
    sink?.push(octets, 0, octets.length)
  }
  return true
}

/** Hands a complete message over. The transaction ends here whatever the verdict (RFC 5321 section 4.1.1.4). */
async function deliver(c: Connection, transaction: OpenTransaction, sink: MessageSink): Promise<void> {
  const { from, recipients, params } = transaction
  const finished = await sink.finish()
  if (!finished.ok) {
    const refusal = faultReplies[finished.fault]
    refuse(c, finished.fault, refusal)
    if (c.protocol === 'lmtp') for (const _ of recipients.slice(1)) answer(c, refusal)
    return resetTransaction(c)
  }
  const message: ReceivedMessage = {
    raw: finished.raw,
    envelope: {
      from,
      recipients,
      smtpUtf8: params.smtpUtf8,
      body8bit: params.body === '8BITMIME',
      size: finished.raw.length,
    },
    senderAsked: true,
  }
  const verdicts = perRecipient(c, await ask(c, () => c.handler.data(c.session, message)), recipients.length)
  resetTransaction(c)
  for (const verdict of verdicts) answer(c, verdict)
  if (verdicts.some(verdict => verdict.code < 400)) c.idleCommands = 0
}

/** SMTP wants one reply, LMTP one for each recipient (RFC 2033 section 4.2). */
function perRecipient(c: Connection, verdict: SmtpReply | SmtpReply[], recipients: number): SmtpReply[] {
  const wanted = c.protocol === 'lmtp' ? recipients : 1
  if (!Array.isArray(verdict)) return Array<SmtpReply>(wanted).fill(verdict)
  if (c.protocol === 'lmtp' && verdict.length === wanted) return verdict
  const error = new Error(`${verdict.length} replies for ${wanted} wanted`)
  c.handler.refused(c.session, 'handler-failed', { reply: replies.handlerFailed, error })
  return Array<SmtpReply>(wanted).fill(replies.handlerFailed)
}

/**
 * Repairs line ends for the wire. Inside a message every line ends with CRLF, and CR and LF occur nowhere
 * else (RFC 5322, section 2.3; RFC 5321, section 2.3.8). Both signed and sent messages pass through here, so
 * that no receiver can see an end of message that we do not see.
 */

const CR = 0x0d
const LF = 0x0a

/** Returns the same buffer when it has no fault. Adds a missing final line end. */
export function withCrlf(message: Buffer): Buffer {
  if (hasOnlyCrlf(message)) {
    const ends = message.length === 0 || message[message.length - 1] === LF
    return ends ? message : Buffer.concat([message, Buffer.from('\r\n')])
  }
  const lines: Buffer[] = []
  const end = Buffer.from('\r\n')
  let start = 0
  for (let at = nextBreak(message, 0); at < message.length; at = nextBreak(message, start)) {
    lines.push(message.subarray(start, at), end)
    start = message[at] === CR && message[at + 1] === LF ? at + 2 : at + 1
  }
  if (start < message.length) lines.push(message.subarray(start), end)
  return Buffer.concat(lines)
}

/** Two searches jump from find to find and do not look at every octet. */
export function hasOnlyCrlf(message: Buffer): boolean {
  for (let at = message.indexOf(LF); at >= 0; at = message.indexOf(LF, at + 1)) {
    if (at === 0 || message[at - 1] !== CR) return false
  }
  for (let at = message.indexOf(CR); at >= 0; at = message.indexOf(CR, at + 1)) {
    if (message[at + 1] !== LF) return false
  }
  return true
}

function nextBreak(message: Buffer, from: number): number {
  let at = from
  while (at < message.length && message[at] !== CR && message[at] !== LF) at++
  return at
}

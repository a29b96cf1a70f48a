/**
 * The mbox form (RFC 4155) as mboxrd has it: a line beginning with `From ` opens a message, and lines of the message that
 * would look like it have one `>` more. Read in pieces; a message over the limit is passed over, not kept.
 */
const lf = 10

const startsMessage = (line: Buffer): boolean => line.length >= 5 && line.toString('latin1', 0, 5) === 'From '

/** `>From `, `>>From ` and so on: one sign is taken away. */
const unquoted = (line: Buffer): Buffer =>
  /^>+From /.test(line.toString('latin1', 0, 200)) ? line.subarray(1) : line

/** Lines with their ends, whatever pieces the bytes come in. */
async function* linesOf(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of pieces) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece])
    let start = 0
    for (let end = rest.indexOf(lf, start); end >= 0; end = rest.indexOf(lf, start)) {
      yield rest.subarray(start, end + 1)
      start = end + 1
    }
    rest = Buffer.from(rest.subarray(start))
    if (rest.length > maxBytes) {
      yield rest
      rest = Buffer.alloc(0)
    }
  }
  if (rest.length > 0) yield rest
}

/** The messages one after the other; null in the place of one that is too large. */
export async function* readMbox(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Buffer | null> {
  let lines: Buffer[] | null = null
  let bytes = 0
  /** The blank line before the next message belongs to the form, not to the message. */
  const message = (held: Buffer[]): Buffer | null => {
    if (bytes > maxBytes) return null
    const last = held.at(-1)?.toString('latin1')
    const own = last === '\n' || last === '\r\n' ? held.slice(0, -1) : held
    return Buffer.concat(own)
  }
  let afterBlank = true
  for await (const line of linesOf(pieces, maxBytes)) {
    if (afterBlank && startsMessage(line)) {
      if (lines !== null) yield message(lines)
      lines = []
      bytes = 0
    } else if (lines !== null) {
      bytes += line.length
      if (bytes <= maxBytes) lines.push(Buffer.from(unquoted(line)))
      else lines = []
    }
    const text = line.toString('latin1', 0, 2)
    afterBlank = text === '\n' || text === '\r\n'
  }
  if (lines !== null) yield message(lines)
}

/** One message as an mbox has it, with `\n` for line ends as is usual there. */
export function mboxEntry(raw: Buffer, sender: string, at: number): Buffer {
  const text = raw.toString('latin1').replaceAll('\r\n', '\n')
  const quoted = text.replace(/^(>*From )/gm, '>$1')
  const who = /^[\x21-\x7e]+$/.test(sender) ? sender : 'MAILER-DAEMON'
  // RFC 4155: the time as asctime has it, in UTC.
  const when = new Date(at)
    .toUTCString()
    .replace(/^(\w{3}), (\d{2}) (\w{3}) (\d{4}) ([\d:]{8}) GMT$/, '$1 $3 $2 $5 $4')
  return Buffer.from(`From ${who} ${when}\n${quoted}${quoted.endsWith('\n') ? '' : '\n'}\n`, 'latin1')
}

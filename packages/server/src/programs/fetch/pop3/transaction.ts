/** The TRANSACTION state (RFC 1939 section 5) and its end, the UPDATE state (section 6). */
import { ask, ok, type Pop3Session, pieceBytes, refuse, sendAll } from './session.ts'
import { stuffed, topOf } from './stuff-lines.ts'
import type { DropMail, Maildrop } from './types.ts'

/** Commands that are only there for one who has signed in. */
export type Fetch = (s: Pop3Session, drop: Maildrop, argument: string) => void | Promise<void>

const noSuchMail = 'No such message'

type Listed = { index: number; mail: DropMail }

/** The mail of this number, unless there is none or it is marked as deleted. Numbers begin with 1. */
function mailOf(s: Pop3Session, drop: Maildrop, number: string): Listed | null {
  const index = /^\d{1,9}$/.test(number) ? Number(number) - 1 : -1
  const mail = drop.mails[index]
  return mail === undefined || s.deleted.has(index) ? null : { index, mail }
}

function* remaining(s: Pop3Session, drop: Maildrop): Generator<Listed> {
  for (const [index, mail] of drop.mails.entries()) if (!s.deleted.has(index)) yield { index, mail }
}

function totals(s: Pop3Session, drop: Maildrop): { count: number; octets: number } {
  let [count, octets] = [0, 0]
  for (const { mail } of remaining(s, drop)) {
    count++
    octets += mail.octets
  }
  return { count, octets }
}

export const stat: Fetch = (s, drop, argument) => {
  if (argument !== '') return refuse(s, 'This command takes no argument')
  const { count, octets } = totals(s, drop)
  ok(s, `${count} ${octets}`)
}

function* linesOf(items: Iterable<Listed>, line: (item: Listed) => string): Generator<Buffer> {
  let held = ''
  for (const item of items) {
    held += `${line(item)}\r\n`
    if (held.length < pieceBytes) continue
    yield Buffer.from(held)
    held = ''
  }
  yield Buffer.from(`${held}.\r\n`)
}

/** One line for each mail, or for the one that is asked for. */
const listing =
  (line: (item: Listed) => string): Fetch =>
  async (s, drop, argument) => {
    if (argument !== '') {
      const found = mailOf(s, drop, argument)
      return found === null ? refuse(s, noSuchMail) : ok(s, line(found))
    }
    const { count, octets } = totals(s, drop)
    ok(s, `${count} messages (${octets} octets)`)
    await sendAll(s, linesOf(remaining(s, drop), line))
  }

export const list = listing(({ index, mail }) => `${index + 1} ${mail.octets}`)
export const uidl = listing(({ index, mail }) => `${index + 1} ${mail.uid}`)

/** Sends what `part` takes of a message; true when the client has all of it. */
async function send(
  s: Pop3Session,
  drop: Maildrop,
  { index, mail }: Listed,
  part: (raw: Buffer) => Buffer,
): Promise<boolean> {
  if (!s.budget.take(mail.octets)) {
    refuse(s, '[SYS/TEMP] Too much is being sent at the moment, try again later')
    return false
  }
  try {
    const asked = await ask(s, () => drop.read(index))
    if (asked === null) return false
    if (asked.answer === null) {
      refuse(s, 'The message is gone')
      return false
    }
    ok(s, 'Message follows')
    return await sendAll(s, stuffed(part(asked.answer), pieceBytes))
  } finally {
    s.budget.give(mail.octets)
  }
}

export const retr: Fetch = async (s, drop, argument) => {
  const found = mailOf(s, drop, argument)
  if (found === null) return refuse(s, noSuchMail)
  if (await send(s, drop, found, raw => raw)) await drop.fetched(found.index)
}

/** A look at a mail, which does not count as reading it. */
export const top: Fetch = async (s, drop, argument) => {
  const [, number = '', lines = ''] = /^(\d+) +(\d{1,9})$/.exec(argument) ?? []
  if (lines === '') return refuse(s, 'Syntax: TOP message lines')
  const found = mailOf(s, drop, number)
  if (found === null) return refuse(s, noSuchMail)
  await send(s, drop, found, raw => topOf(raw, Number(lines)))
}

export const dele: Fetch = (s, drop, argument) => {
  const found = mailOf(s, drop, argument)
  if (found === null) return refuse(s, noSuchMail)
  s.deleted.add(found.index)
  ok(s, 'Marked for deletion')
}

export const rset: Fetch = s => {
  s.deleted.clear()
  ok(s, 'Nothing is marked any more')
}

export const noop: Fetch = s => ok(s, 'Still here')

/** Only here is anything removed: whoever is cut off before has marked in vain. */
export const quit: Fetch = async (s, drop) => {
  s.over = true
  const marked = [...s.deleted]
  const done = marked.length === 0 || (await ask(s, () => drop.remove(marked).then(() => true))) !== null
  if (done) ok(s, 'Bye')
}

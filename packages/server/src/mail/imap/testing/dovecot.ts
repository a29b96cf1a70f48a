/** For tests: Dovecot as a second opinion. Its session runs on standard input, without a network and without log-in. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = '/usr/lib/dovecot/imap'
export const hasDovecot = existsSync(program)

/** Gives the commands to a mailbox with these mails, and returns everything that is answered. */
export function askDovecot(mails: readonly Buffer[], commands: readonly string[]): string {
  const home = mkdtempSync(join(tmpdir(), 'yanshu-dovecot-'))
  // It refuses to work for root.
  const isRoot = process.getuid?.() === 0
  const uid = isRoot ? 65_534 : (process.getuid?.() ?? 0)
  const gid = isRoot ? 65_534 : (process.getgid?.() ?? 0)
  const own = (path: string) => {
    chownSync(path, uid, gid)
    return path
  }
  try {
    chmodSync(own(home), 0o755)
    for (const folder of ['mail', 'mail/cur', 'mail/new', 'mail/tmp', 'base']) {
      mkdirSync(join(home, folder))
      own(join(home, folder))
    }
    for (const [at, mail] of mails.entries())
      writeFileSync(own(touch(join(home, 'mail/cur', `${1_000_000_000 + at}.M1P1.test:2,`))), mail)
    const settings = {
      mail_location: `maildir:${home}/mail`,
      base_dir: `${home}/base`,
      log_path: `${home}/log`,
      mail_uid: String(uid),
      mail_gid: String(gid),
      first_valid_uid: '0',
      protocols: 'imap',
      ssl: 'no',
    }
    const file = join(home, 'dovecot.conf')
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
    )
    return execFileSync(program, ['-c', file], {
      input: [...['s SELECT INBOX', ...commands, 'z LOGOUT'].map(command => `${command}\r\n`)].join(''),
      env: { USER: 'test', HOME: home },
      stdio: ['pipe', 'pipe', 'ignore'],
      maxBuffer: 1_000_000_000,
      ...(isRoot && { uid, gid }),
    }).toString('latin1')
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function touch(path: string): string {
  writeFileSync(path, '')
  return path
}

export type Value = string | null | Value[]

/** Reads a value of an answer: a list, a string, an atom or NIL. */
export function readValue(text: string, at = 0): { value: Value; next: number } {
  if (text.charAt(at) === '(') {
    const value: Value[] = []
    let next = at + 1
    for (; text.charAt(next) !== ')'; ) {
      if (text.charAt(next) === ' ') next++
      else {
        const item = readValue(text, next)
        value.push(item.value)
        next = item.next
      }
    }
    return { value, next: next + 1 }
  }
  const quoted = /"((?:[^"\\]|\\.)*)"/y
  quoted.lastIndex = at
  const string = quoted.exec(text)
  if (string !== null) return { value: (string[1] ?? '').replace(/\\(.)/g, '$1'), next: quoted.lastIndex }
  const literal = /\{(\d+)\}\r\n/y
  literal.lastIndex = at
  const length = literal.exec(text)?.[1]
  if (length !== undefined) {
    const start = literal.lastIndex
    return { value: text.slice(start, start + Number(length)), next: start + Number(length) }
  }
  const atom = /[^ ()\r\n]+/y
  atom.lastIndex = at
  const word = atom.exec(text)?.[0]
  if (word === undefined) throw new Error(`no value at ${text.slice(at, at + 50)}`)
  return { value: word === 'NIL' ? null : word, next: atom.lastIndex }
}

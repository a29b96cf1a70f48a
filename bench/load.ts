/** Makes the load: Postfix's smtp-source, with a mail of 10 KB that has a code in it. */
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { benchAddress } from './mailbox.ts'

const source = '/usr/sbin/smtp-source'

export const hasSmtpSource = existsSync(source)

const words =
  'the quick brown fox jumps over a lazy dog while seven wizards make toxic brew for the evil queen'.split(
    ' ',
  )

export function benchMail(): string {
  const lines = ['Hello,', '', 'Your verification code is 482913. It expires in 10 minutes.', '']
  for (let at = 0; lines.join('\n').length < 10_000; at++) {
    lines.push(Array.from({ length: 14 }, (_, index) => words[(at * 7 + index * 3) % words.length]).join(' '))
  }
  const headers = [
    'From: Service <no-reply@example.com>',
    `To: ${benchAddress}`,
    'Subject: Your verification code',
    'Date: Sun, 15 Nov 2026 02:00:00 +0000',
    'Message-ID: <bench@example.com>',
  ]
  return `${headers.join('\n')}\n\n${lines.join('\n')}\n`
}

const file = join(mkdtempSync(join(tmpdir(), 'yanshu-bench-')), 'mail.txt')
writeFileSync(file, benchMail())

export type Load = {
  count: number
  reuse: boolean
  to: string
  /** The size of an invented mail; without it, the mail with the code is sent. */
  size?: number
}

const perSecond = ({ count }: Load, since: number): number => count / ((performance.now() - since) / 1000)

const argumentsOf = (port: number, { count, reuse, to, size }: Load): string[] => [
  ...(reuse ? ['-d'] : []),
  ...(size === undefined ? ['-F', file] : ['-l', String(size)]),
  ...['-s', '20', '-m', String(count), '-f', 'sender@example.com', '-t', to],
  `127.0.0.1:${port}`,
]

const limitMs = 300_000

/**
 * Sends mails over 20 connections at a time and returns how many were accepted each second; throws unless all
 * were.
 */
export function sendLoad(port: number, load: Load): number {
  const started = performance.now()
  execFileSync(source, argumentsOf(port, load), { stdio: 'inherit', timeout: limitMs })
  return perSecond(load, started)
}

/** Does the same without blocking this process. */
export async function pourLoad(port: number, load: Load): Promise<number> {
  const started = performance.now()
  await promisify(execFile)(source, argumentsOf(port, load), { timeout: limitMs })
  return perSecond(load, started)
}

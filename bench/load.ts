/** The load: Postfix's smtp-source, with a mail of 10 KB that has a code in it. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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
    'To: bench@yanshu.test',
    'Subject: Your verification code',
    'Date: Sun, 15 Nov 2026 02:00:00 +0000',
    'Message-ID: <bench@example.com>',
  ]
  return `${headers.join('\n')}\n\n${lines.join('\n')}\n`
}

const file = join(mkdtempSync(join(tmpdir(), 'yanshu-bench-')), 'mail.txt')
writeFileSync(file, benchMail())

/** Sends `count` mails over 20 connections at a time and tells how many a second were taken. */
export function sendLoad(port: number, count: number, options: { reuse: boolean; to: string }): number {
  const started = performance.now()
  execFileSync(
    source,
    [
      ...(options.reuse ? ['-d'] : []),
      ...['-s', '20', '-m', String(count), '-F', file, '-f', 'sender@example.com', '-t', options.to],
      `127.0.0.1:${port}`,
    ],
    { stdio: 'inherit', timeout: 300_000 },
  )
  return count / ((performance.now() - started) / 1000)
}

import { describe, expect, it } from 'vitest'
import type { Envelope } from '../../mail/envelope.ts'
import { plainMail } from '../../testing/mail-site.ts'
import { mayAnswer } from './may-answer.ts'

const box = 'ann@yanshu.test'

const envelope = (from: string, protocol = 'ESMTPS'): Envelope => ({
  id: 'e',
  from,
  client: '192.0.2.1',
  helo: 'far.test',
  protocol,
  host: 'yanshu.test',
  recipients: [],
})

type Given = { from?: string; author?: string; to?: string; headers?: string[]; protocol?: string }

function ask({ from = 'bob@far.test', author = 'Bob <bob@far.test>', to = box, headers, protocol }: Given) {
  const raw = plainMail({ from: author, to, ...(headers && { headers }) })
  const answer = mayAnswer({ raw, envelope: envelope(from, protocol) }, box, [box, 'ann+shop@yanshu.test'])
  return typeof answer === 'string' ? answer : 'answered'
}

describe('a mail that came in', () => {
  it.each<[string, Given]>([
    ['from a person', {}],
    ['in a copy, by another spelling', { to: 'x@far.test\r\nCc: ANN@Yanshu.Test' }],
    ['under another name of the mailbox', { to: 'ann+shop@yanshu.test' }],
    ['that says it is no automatic one', { headers: ['Auto-Submitted: no (a person wrote this)'] }],
    ['with a priority that means nothing', { headers: ['Precedence: first-class'] }],
    ['from one return path of many', { from: 'bounce-01jc-abcdefghijklmnop@far.test' }],
    ['from a name that only looks like a program', { author: 'noreplyson@far.test' }],
  ])('%s is answered', (_, given) => {
    expect(ask(given)).toBe('answered')
  })

  it.each<[string, string, Given]>([
    ['from the null sender', 'nobody', { from: '' }],
    ['from what is no address', 'nobody', { from: 'bob' }],
    ['that was imported', 'nobody', { protocol: 'import' }],
    ['that was made by a program', 'automatic', { headers: ['Auto-Submitted: auto-generated'] }],
    ['that answers by itself', 'automatic', { headers: ['auto-submitted: Auto-Replied; x=y'] }],
    [
      'that wants none, in the words of Outlook',
      'automatic',
      { headers: ['X-Auto-Response-Suppress: DR, OOF'] },
    ],
    ['with an old mark of answering programs', 'automatic', { headers: ['X-Autoreply: yes'] }],
    ['in bulk', 'bulk', { headers: ['Precedence: Bulk'] }],
    ['from a list by its priority', 'bulk', { headers: ['Precedence: list'] }],
    ['that calls itself junk', 'bulk', { headers: ['Precedence: junk'] }],
    ['from a list', 'list', { headers: ['List-Id: <news.far.test>'] }],
    ['with a way to unsubscribe', 'list', { headers: ['List-Unsubscribe: <https://far.test/u>'] }],
    ['that is a report', 'report', { headers: ['Content-Type: multipart/report; boundary=x'] }],
    ['from the mailbox itself', 'self', { from: 'Ann@YANSHU.test', author: 'x <ann@yanshu.test>' }],
    ['in the name of the mailbox', 'self', { author: 'ann@yanshu.test' }],
    ['from the mail system', 'program', { from: 'MAILER-DAEMON@far.test' }],
    ['from nobody who reads', 'program', { author: 'No-Reply <no-reply@far.test>' }],
    ['from nobody who reads, spelled together', 'program', { author: 'donotreply@far.test' }],
    ['from nobody who reads, with a team', 'program', { author: 'billing-noreply@far.test' }],
    ['from the owner of a list', 'program', { from: 'owner-news@far.test' }],
    ['from the office of a list', 'program', { from: 'news-request@far.test' }],
    ['from the returns of a list', 'program', { from: 'news-bounces@far.test' }],
    ['by several authors', 'noAuthor', { author: 'a@far.test, b@far.test' }],
    ['without an author', 'noAuthor', { author: '' }],
    ['that names others only', 'notAddressed', { to: 'undisclosed-recipients:;' }],
    ['that names a mailbox like this one', 'notAddressed', { to: 'annn@yanshu.test' }],
    ['that goes in circles', 'loop', { headers: Array.from({ length: 60 }, () => 'Received: from a by b') }],
  ])('%s is not answered', (_, reason, given) => {
    expect(ask(given)).toBe(reason)
  })
})

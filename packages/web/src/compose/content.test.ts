import type { MailDetail } from '@yanshu/contract'
import { expect, test } from 'vitest'
import { answerContent, htmlOfText, newContent, type Senders, subjectOf } from './content.ts'

const senders: Senders = {
  list: [
    { mailboxId: 'b1', address: 'me@yanshu.test', stopped: null },
    { mailboxId: 'b2', address: 'other@yanshu.test', stopped: null },
  ],
  name: '林牧',
  signature: '林牧\n<b>雁书</b>',
  sentToday: 0,
  sendsPerDay: null,
  maxMessageMb: 25,
  undoSeconds: 10,
  stopped: null,
}

const mail = {
  id: 'm1',
  mailboxId: 'b2',
  from: { name: '周予安', address: 'zhou@far.test' },
  to: [
    { name: '', address: 'OTHER@yanshu.test' },
    { name: '沈砚', address: 'shen@far.test' },
  ],
  cc: [{ name: '', address: 'zhou@far.test' }],
  replyTo: [],
  subject: '读书会',
  date: '2026-11-01T04:00:00.000Z',
  receivedAt: '2026-11-01T04:00:01.000Z',
} as unknown as MailDetail

test('a new mail has the name and the signature, which is text and not markup', () => {
  const content = newContent(senders, null)
  expect(content).toMatchObject({ from: 'me@yanshu.test', fromName: '林牧', to: [], subject: '' })
  expect(content.html).toBe('<p></p><p>--<br>林牧<br>&lt;b&gt;雁书&lt;/b&gt;</p>')
})

test('a signature that brings its own separator has one', () => {
  const htmlOf = (signature: string) => newContent({ ...senders, signature }, null).html
  for (const own of ['-- \n林牧', '--\r\n林牧', '\n-- \n\n林牧\n'])
    expect(htmlOf(own)).toBe('<p></p><p>--<br>林牧</p>')
  expect(htmlOf('-- ')).toBe('<p></p>')
  expect(htmlOf('--林牧--')).toBe('<p></p><p>--<br>--林牧--</p>')
})

test('an answer goes to the sender, from the mailbox the mail came to', () => {
  const content = answerContent('reply', mail, senders, '<p>原信</p>')
  expect(content).toMatchObject({
    from: 'other@yanshu.test',
    to: ['周予安 <zhou@far.test>'],
    cc: [],
    subject: '回复：读书会',
    inReplyTo: 'm1',
  })
  expect(content.html).toContain('<blockquote class="m-yanshu-quote mail-html"><p>原信</p></blockquote>')
})

test('an answer to all leaves out oneself and whoever is written to already', () => {
  const content = answerContent('replyAll', mail, senders, '')
  expect(content.cc).toEqual(['沈砚 <shen@far.test>'])
})

test('an answer goes to the address that answers are wanted at', () => {
  const wanted = { ...mail, replyTo: [{ name: '', address: 'list@far.test' }] }
  expect(answerContent('reply', wanted, senders, '').to).toEqual(['list@far.test'])
})

test('what is passed on says where it came from and has no recipients yet', () => {
  const content = answerContent('forward', mail, senders, '<p>原信</p>')
  expect(content.to).toEqual([])
  expect(content.html).toContain('发件人：周予安 &lt;zhou@far.test&gt;')
})

test('a subject is not marked twice', () => {
  expect(subjectOf('reply', 'Re: hello')).toBe('Re: hello')
  expect(subjectOf('forward', '回复：hello')).toBe('转发：回复：hello')
})

test('plain text becomes paragraphs', () => {
  expect(htmlOfText('a & b\nc\n\nd')).toBe('<p>a &amp; b<br>c</p><p>d</p>')
})

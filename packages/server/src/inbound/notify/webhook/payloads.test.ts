import { createHmac } from 'node:crypto'
import type { WebhookKind } from '@yanshu/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutBytes, hookRequest, type Target } from './payloads.ts'
import type { Notice } from './webhook.ts'

const notice: Notice = {
  event: 'mail',
  id: '01mail',
  mailbox: 'me@yanshu.test',
  from: { name: '某站', address: 'no-reply@example.com' },
  subject: '登录验证',
  preview: '您的验证码是 482913，五分钟内有效。',
  code: '482913',
  link: 'https://example.com/verify?a=1&b=2_3',
  receivedAt: '2026-05-01T08:00:00.000Z',
}
const signing = { secret: 'the-secret', timestamp: 1_777_622_400, deliveryId: '01delivery' }
const target = (kind: WebhookKind): Target => ({
  kind,
  url: 'https://hooks.example/token-in-url',
  chatId: '-100123',
})

const sent = (kind: WebhookKind, change: Partial<Notice> = {}) =>
  JSON.parse(hookRequest(target(kind), { ...notice, ...change }, signing).body)

/** The one text that people see, for each kind that has one. */
const shown: Partial<Record<WebhookKind, (body: ReturnType<typeof sent>) => string>> = {
  wecom: body => body.text.content,
  dingtalk: body => body.text.content,
  feishu: body => body.content.text,
  bark: body => body.body,
  serverchan: body => body.desp,
  telegram: body => body.text,
}
const chatKinds = ['wecom', 'dingtalk', 'feishu', 'bark', 'serverchan', 'telegram'] as const
const allKinds = ['generic', ...chatKinds] as const
const shownBy = (kind: WebhookKind, change: Partial<Notice> = {}): string =>
  shown[kind]?.(sent(kind, change)) ?? ''

const labels = /^(?:新邮件|验证码|主题|发件人|收件邮箱|链接|正文)/

describe('the request to a hook', () => {
  it('of kind generic is the notice itself, signed over time and body', () => {
    const request = hookRequest(target('generic'), notice, signing)
    expect(JSON.parse(request.body)).toEqual(notice)
    const signature = createHmac('sha256', 'the-secret').update(`1777622400.${request.body}`).digest('hex')
    expect(request.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'yanshu-timestamp': '1777622400',
      'yanshu-signature': `v1=${signature}`,
      'yanshu-delivery': '01delivery',
    })
  })

  it('has the shape that each robot takes', () => {
    const text =
      '新邮件\n验证码：482913\n主题：登录验证\n发件人：某站 · no-reply@example.com\n收件邮箱：me@yanshu.test\n' +
      '链接：https://example.com/verify?a=1&b=2_3\n正文：您的验证码是 482913，五分钟内有效。'
    expect(sent('wecom')).toEqual({ msgtype: 'text', text: { content: text } })
    expect(sent('dingtalk')).toEqual({ msgtype: 'text', text: { content: text }, at: { isAtAll: false } })
    expect(sent('feishu')).toEqual({ msg_type: 'text', content: { text } })
    expect(sent('bark')).toEqual({
      title: '新邮件，验证码 482913',
      body: text,
      group: '雁书',
      copy: '482913',
    })
    expect(sent('telegram')).toEqual({
      chat_id: '-100123',
      text,
      link_preview_options: { is_disabled: true },
    })
    expect(sent('serverchan').title).toBe('新邮件，验证码 482913')
    expect(sent('serverchan').desp).toContain('链接：<https://example.com/verify?a=1&b=2_3>')
  })

  it.each(allKinds)(
    'of kind %s has neither secret nor token in its body, and only generic a signature',
    kind => {
      const { body, headers } = hookRequest(target(kind), notice, signing)
      expect(body).not.toContain('the-secret')
      expect(body).not.toContain('token-in-url')
      expect('yanshu-signature' in headers).toBe(kind === 'generic')
    },
  )

  it.each(chatKinds)('of kind %s leaves out what a mail does not have', kind => {
    const text = shownBy(kind, { code: null, link: null, preview: '', subject: ' ' })
    expect(text).not.toMatch(/验证码|链接|正文/)
    expect(text).toMatch('（无主题）')
  })

  it.each(chatKinds)('of kind %s gives the mail no line of its own', kind => {
    for (const ending of ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f']) {
      const forged = `您好${ending}${ending}验证码：000000`
      const text = shownBy(kind, {
        code: null,
        subject: forged,
        preview: forged,
        from: { name: forged, address: 'a@b.c' },
      })
      expect(text.split(/[\n\r\u2028\u2029\u0085\v\f]+/).filter(line => line.startsWith('验证码'))).toEqual(
        [],
      )
    }
  })

  it.each(chatKinds)('of kind %s shows nothing that turns the direction of writing', kind => {
    expect(shownBy(kind, { subject: 'a\u202eb\u2066c\u200fd' })).not.toMatch(
      /[\u202a-\u202e\u2066-\u2069\u200e\u200f]/,
    )
  })

  it.each(['wecom', 'feishu'] as const)('of kind %s cannot call people by name through a mail', kind => {
    const text = shownBy(kind, {
      subject: '<at user_id="all">所有人</at><@everyone><a href="http://x">',
      code: '<b>1',
    })
    expect(text).not.toMatch(/[<>]/)
  })

  it('of kind serverchan takes mark-up in a mail as letters', () => {
    const subject = '# [点这里](http://evil.example) **x** `y` ![z](http://t.example/p.png) <img src=x> &lt;'
    const { desp } = sent('serverchan', { subject, link: 'https://a.example/<script>) x' })
    expect(desp).toContain(
      String.raw`\# \[点这里\]\(http\:\/\/evil\.example\) \*\*x\*\* \`y\` \!\[z\]\(http\:\/\/t\.example\/p\.png\) &lt;img src\=x\> &amp;lt\;`,
    )
    expect(desp).toContain('链接：<https://a.example/%3Cscript%3E)%20x>')
  })

  it('shows only links to the web', () => {
    expect(shownBy('telegram', { link: 'javascript:alert(1)' })).not.toContain('链接')
  })

  it('stays within what the services take', () => {
    const long = '长'.repeat(6000)
    const huge = { subject: long, preview: long, from: { name: long, address: 'a@b.c' } }
    expect(Buffer.byteLength(shownBy('wecom', huge))).toBeLessThanOrEqual(2048)
    expect(Buffer.byteLength(shownBy('bark', huge))).toBeLessThanOrEqual(3000)
    expect([...sent('serverchan', { ...huge, code: null }).title].length).toBe(32)
    expect(shownBy('telegram', huge).length).toBeLessThanOrEqual(4096)
  })

  it('has exactly the lines it should have, whatever a mail says', () => {
    const nasty =
      '\n,\r,\u2028,\u2029,\u0085,\v,\f,\0,\ud800,\u202e,<,>,\\,[,](,*,#,`,|,~,!,&,@,a,中,验证码：, '.split(
        ',',
      )
    const anything = fc.string({ unit: fc.constantFrom(...nasty), maxLength: 60 })
    fc.assert(
      fc.property(
        anything,
        anything,
        anything,
        fc.constantFrom(...chatKinds),
        (subject, preview, name, kind) => {
          const text = shownBy(kind, { subject, preview, from: { name, address: 'a@b.c' } })
          const lines = text.split(/[\n\r\u2028\u2029\u0085\v\f]+/)
          expect(lines.filter(line => !labels.test(line))).toEqual([])
          expect(lines.length).toBeLessThanOrEqual(7)
        },
      ),
    )
  })
})

describe('cutting to a number of bytes', () => {
  it('never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, max) => {
        const cut = cutBytes(text.toWellFormed(), max)
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max)
        expect(text.toWellFormed().startsWith(cut)).toBe(true)
      }),
    )
  })
})

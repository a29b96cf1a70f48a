/**
 * Everything that the program writes to people by itself: no link in it may hold a password, a token, or
 * anything else that opens something, because letters are forwarded, quoted and kept for years.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day, hour } from './kernel/clock.ts'
import { parseMail } from './mail/mime/parse-mail.ts'
import { databaseKinds } from './testing/databases.ts'
import { freePort } from './testing/free-port.ts'
import { fileOf, inbox, plainMail, receive } from './testing/mail-site.ts'
import { deliveryTo } from './testing/outbound-site.ts'
import { type ScriptedSmtpServer, startScriptedSmtp } from './testing/scripted-smtp-server.ts'
import { buyerPhone, purchase, queryPassword, type Shop, startShop } from './testing/shop.ts'

const publicUrl = 'https://mail.host.test'
const source = import.meta.dirname

/** Each writer of messages, and the letters of it that the test below reads. */
const writers: Readonly<Record<string, readonly string[]>> = {
  // Mail of people, in their own words.
  'outbound/compose/send-letter.ts': [],
  'outbound/compose/program-drafts.ts': [],
  'outbound/reply/queue-reply.ts': ['自动回复'],
  'outbound/bounce/report-to-sender.ts': ['暂未送达', '退信'],
  'inbound/receive/site-letter.ts': ['欢迎', '到期', '测试邮件'],
}

/** The fields of a query that a letter may use: they name things that its reader knows, and open nothing. */
const harmless = new Set(['tab', 'address', 'renew'])

type Letter = { subject: string; words: string }

const readLetter = (raw: Buffer): Letter => {
  const { subject, text, html, headers } = parseMail(raw)
  return { subject: subject ?? '', words: [text, html, JSON.stringify(headers)].join('\n') }
}

describe('a message is written', () => {
  it('only where the letters are known', () => {
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    const writing = files.filter(
      file =>
        file.endsWith('.ts') &&
        !file.endsWith('.test.ts') &&
        !/^mail\/|^(?:\w+\/)*testing\//.test(file) &&
        /\b(?:composeMessage|writeDsn)\(/.test(readFileSync(join(source, file), 'utf8')),
    )
    expect(writing.sort()).toEqual(Object.keys(writers).sort())
  })
})

describe.each(databaseKinds)('the letters of the program on %s', kind => {
  let shop: Shop
  let far: ScriptedSmtpServer
  const secrets: string[] = []
  const letters: Letter[] = []
  beforeAll(async () => {
    far = await startScriptedSmtp({
      rcpt: address =>
        address.startsWith('late')
          ? '451 4.7.1 try later'
          : address.startsWith('gone')
            ? '550 5.1.1 nobody'
            : undefined,
    })
    shop = await startShop(kind, {
      delivery: deliveryTo(far.port),
      environment: {
        YANSHU_DNS_SERVERS: '127.0.0.1:9',
        YANSHU_PUBLIC_URL: publicUrl,
        YANSHU_POP3S_PORT: String(await freePort()),
        YANSHU_SUBMISSIONS_PORT: String(await freePort()),
      },
    })
  })
  afterAll(async () => {
    await shop.site.stop()
    await far.stop()
  })

  const { host } = new URL(publicUrl)
  const linksIn = (words: string): URL[] =>
    [...words.matchAll(/https?:\/\/[^\s"'<>\\]+/g)].map(([link]) => new URL(link))

  async function buyOne(): Promise<{ address: string; token: string; id: string }> {
    const { site, admin } = shop
    const body = purchase(shop, 'reader', { pay: { way: 'manual' } })
    const { orderNo, claimToken } = await site.ok('buyEmail', { body })
    const { list } = await site.ok('getOrders', { query: { q: orderNo } }, admin)
    await site.ok('markPaid', { body: { id: list[0]?.id ?? '' } }, admin)
    const opened = await site.ok('openOrder', { body: { orderNo, claimToken, collect: true } })
    const { address = '', password = '', token = '' } = opened.account ?? {}
    secrets.push(claimToken, queryPassword, password, token, admin, buyerPhone)
    const [mailbox] = (await site.ok('emailList', {}, token)).list
    const id = mailbox?.id ?? ''
    const change = { id, maySend: true }
    await site.ok('editEmailAccount', { body: change }, admin)
    return { address, token, id }
  }

  it('are all here, and their links open nothing', async () => {
    const { site, admin } = shop
    await site.ok('updateSetting', { body: { values: { undoSeconds: 0 } } }, admin)
    const { address, token, id } = await buyOne()
    secrets.push((await site.ok('makeTicket', { body: { id } }, token)).ticket)
    await site.ok('sendTestMail', { body: { mailbox: id } }, token)
    const words = { mailbox: id, enabled: true, from: null, until: null, subject: '', text: 'not here' }
    await site.ok('setAutoReply', { body: words }, token)
    await receive(site, { to: address, raw: plainMail({ to: address, subject: 'a question' }) })
    const to = ['late@there.test', 'gone@there.test']
    await site.ok('sendEmail', { body: { from: address, to, subject: 'an offer', text: 'hello' } }, token)
    const settle = async () => {
      await site.app.deliverDue()
      await site.app.runJobs()
      await site.app.settled()
    }
    await settle()
    site.clock.advance(5 * hour)
    await settle()
    site.clock.advance(23 * day)
    await settle()
    for (const { id: mail } of await inbox(site, token))
      letters.push(readLetter((await fileOf(site, token, `/api/user/getEmailSource/${mail}`)).bytes))
    for (const { data } of far.messages) letters.push(readLetter(data))

    for (const subject of Object.values(writers).flat())
      expect(letters.map(letter => letter.subject).join('\n')).toContain(subject)
    const links = letters.flatMap(letter => linksIn(letter.words)).filter(link => link.host === host)
    expect(links.map(({ pathname }) => pathname)).toEqual(expect.arrayContaining(['/auth', '/store']))
    for (const link of links) {
      expect([link.username, link.password, link.hash]).toEqual(['', '', ''])
      expect([...link.searchParams.keys()].filter(name => !harmless.has(name))).toEqual([])
    }
    for (const { subject, words: said } of letters)
      for (const secret of secrets) expect(said, subject).not.toContain(secret)
  })

  it('are no different from the profile of a phone, which has no password, and no link either', async () => {
    const { site } = shop
    const body = purchase(shop, 'phoned', { planId: shop.forever, pay: { way: 'manual' } })
    const { orderNo, claimToken } = await site.ok('buyEmail', { body })
    const { list } = await site.ok('getOrders', { query: { q: orderNo } }, shop.admin)
    await site.ok('markPaid', { body: { id: list[0]?.id ?? '' } }, shop.admin)
    const { account } = await site.ok('openOrder', { body: { orderNo, claimToken, collect: true } })
    const token = account?.token ?? ''
    const [mailbox] = (await site.ok('emailList', {}, token)).list
    const query = { id: mailbox?.id ?? '' }
    const { loginUrl, profileUrl } = await site.ok('getClientSetting', { query }, token)
    const { pathname, search } = new URL(profileUrl ?? '')
    const profile = (await site.fetch(pathname + search)).text
    expect(profile).toContain(account?.address)
    const own = [claimToken, queryPassword, account?.password ?? '', token, buyerPhone]
    for (const secret of own) expect(profile + loginUrl + profileUrl).not.toContain(secret)
    expect(linksIn(profile.replace(/<!DOCTYPE[^>]+>/, ''))).toEqual([])
    // The link of the profile is good for half an hour; what the phone keeps is good for ever.
    site.clock.advance(hour)
    expect((await site.fetch(pathname + search)).status).toBe(404)
  })
})

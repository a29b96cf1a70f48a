import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hour } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import {
  deliverOn,
  greetedClient,
  inbox,
  plainMail,
  startMailSite,
  subjects,
} from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

describe.each(databaseKinds)('the list of mails on %s', kind => {
  let site: TestApp
  let ann: Person
  let box: TestMailbox
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`)
    box = await makeMailbox(site, `box${names}`, ann.id)
  })

  async function receiveAll(raws: readonly Buffer[], to: string = box.address): Promise<void> {
    const client = await greetedClient(site.app.smtpPort)
    for (const raw of raws) {
      expect((await deliverOn(client, { to, raw })).data).toMatch(/^250 /)
      // One after the other: mails that are under way at once may overtake each other.
      await site.app.settled()
    }
    client.socket().destroy()
  }
  const named = (...list: string[]): Buffer[] => list.map(subject => plainMail({ subject }))
  const found = async (query: Record<string, unknown>, token: string = box.token) =>
    subjects(await inbox(site, token, query))

  it('pages by cursor without gaps or repeats while new mail comes in', async () => {
    await receiveAll(named('1', '2', '3', '4', '5', '6', '7'))
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: Record<string, unknown> = { pageSize: 3, ...(cursor === null ? {} : { cursor }) }
      const page: { list: { subject: string }[]; nextCursor: string | null } = await site.ok(
        'getInbox',
        { query },
        box.token,
      )
      seen.push(...page.list.map(mail => mail.subject))
      cursor = page.nextCursor
      await receiveAll(named(`new ${seen.length}`))
    } while (cursor !== null)
    expect(seen).toEqual(['7', '6', '5', '4', '3', '2', '1'])
    expect((await found({ pageSize: 1 }))[0]).toBe('new 7')
  })

  it('has no next page when the last row is on this one', async () => {
    await receiveAll(named('1', '2'))
    expect(await site.ok('getInbox', { query: { pageSize: 2 } }, box.token)).toMatchObject({
      nextCursor: null,
    })
  })

  it.each(['!', 'ffffffffffffffffffff', '-1', '1 OR 1=1', '9e9'])('refuses the cursor "%s"', async cursor => {
    const { status } = await site.call('getInbox', { query: { cursor } }, box.token)
    expect(cursor === '9e9' ? [200] : [400]).toContain(status)
  })

  it.each(['0', '101', '1e9', '-5', 'NaN', '2.5'])('refuses the page size %s', async pageSize => {
    expect((await site.call('getInbox', { query: { pageSize } }, box.token)).status).toBe(400)
  })

  it('keeps to every filter, and to several at once', async () => {
    const attached = plainMail({
      subject: 'attached',
      headers: ['Content-Type: multipart/mixed; boundary=b'],
      text: '--b\nContent-Type: text/plain\n\nsee file\n--b\nContent-Type: application/pdf\nContent-Disposition: attachment; filename=a.pdf\n\n%PDF\n--b--',
    })
    await receiveAll([
      plainMail({ subject: 'code', text: '您的验证码是 493817' }),
      attached,
      ...named('plain', 'read', 'starred'),
    ])
    const ids = new Map((await inbox(site, box.token)).map(mail => [mail.subject, mail.id]))
    await site.ok('setReadEmail', { body: { ids: [ids.get('read')], read: true } }, box.token)
    await site.ok('updateEmail', { body: { ids: [ids.get('starred')], starred: true } }, box.token)
    expect(await found({ hasCode: '1' })).toEqual(['code'])
    expect(await found({ hasCode: '0' })).toEqual(['starred', 'read', 'plain', 'attached'])
    expect(await found({ hasAttachment: '1' })).toEqual(['attached'])
    expect(await found({ unread: '0' })).toEqual(['read'])
    expect(await found({ unread: '1' })).toEqual(['starred', 'plain', 'attached', 'code'])
    expect(await found({ folder: 'starred' })).toEqual(['starred'])
    expect(await found({ folder: 'starred', hasCode: '1' })).toEqual([])
    expect(await found({ folder: 'spam' })).toEqual([])
    expect(await found({ q: '验证', hasCode: '1' })).toEqual(['code'])
    expect(await found({ q: '验证', hasCode: '0' })).toEqual([])
    expect((await site.call('getInbox', { query: { folder: 'all' } }, box.token)).status).toBe(404)
    for (const query of [{ unread: 'yes' }, { from: 'yesterday' }, { owner: 'x' }]) {
      expect((await site.call('getInbox', { query }, box.token)).status).toBe(400)
    }
  })

  it('keeps to a range of time, the end not included', async () => {
    await receiveAll(named('early'))
    site.clock.advance(hour)
    const middle = new Date(site.clock.now()).toISOString()
    await receiveAll(named('late'))
    const [late] = await inbox(site, box.token)
    expect(await found({ from: middle })).toEqual(['late'])
    expect(await found({ to: middle })).toEqual(['early'])
    expect(await found({ to: late?.receivedAt })).toEqual(['early'])
    expect(await found({ from: late?.receivedAt })).toEqual(['late'])
    expect(await found({ from: '2026-01-01T00:00:00+08:00', to: '2026-01-02T00:00:00+08:00' })).toEqual([])
  })

  it('is of one mailbox or of all that the caller reaches', async () => {
    const other = await makeMailbox(site, `other${names}`, ann.id)
    const stranger = await makeMailbox(site, `stranger${names}`)
    await receiveAll(named('mine'))
    await receiveAll(named('also mine'), other.address)
    await receiveAll(named('not mine'), stranger.address)
    expect(await found({}, ann.token)).toEqual(['also mine', 'mine'])
    expect(await found({ mailbox: box.id }, ann.token)).toEqual(['mine'])
    expect(await found({}, box.token)).toEqual(['mine'])
    // An admin's list holds the admin's own mail, as everybody's does.
    expect(await found({ pageSize: 3 }, await site.adminToken())).toEqual([])
    expect((await site.call('getInbox', { query: { mailbox: stranger.id } }, ann.token)).status).toBe(404)
    expect((await site.call('getInbox', { query: { mailbox: other.id } }, box.token)).status).toBe(404)
  })

  describe('searched', () => {
    let shelf: TestMailbox
    let reader: Person

    beforeAll(async () => {
      reader = await makePerson(site, 'reader')
      shelf = await makeMailbox(site, 'shelf', reader.id)
      const mails = [
        plainMail({
          subject: '您的登录验证码',
          text: '请在十分钟内输入 493817。',
          from: '雁书站 <notice@yan.example>',
        }),
        plainMail({ subject: 'Your verification code', text: 'GitHub sign-in from Shanghai' }),
        plainMail({ subject: '分开', text: '前面是登\n录后面' }),
        plainMail({
          subject: 'html',
          headers: ['Content-Type: text/html; charset=utf-8'],
          text: '<p>网页<b>正文</b></p><p hidden>藏起来</p>',
        }),
      ]
      await receiveAll(mails, shelf.address)
    })

    it.each([
      ['登录', ['您的登录验证码']],
      ['录验证', ['您的登录验证码']],
      ['码', ['您的登录验证码']],
      ['登', ['分开', '您的登录验证码']],
      ['雁书', ['您的登录验证码']],
      ['notice', ['您的登录验证码']],
      ['yan.example', ['您的登录验证码']],
      ['verif', ['Your verification code']],
      ['VERIFICATION GitHub', ['Your verification code']],
      ['code 验证', []],
      ['ification', []],
      ['正文', ['html']],
      ['网页正文', ['html']],
      ['4938', ['您的登录验证码']],
    ])('for "%s" finds %j', async (q, expected) => {
      expect(await found({ q }, shelf.token)).toEqual(expected)
      expect(await found({ q }, reader.token)).toEqual(expected)
    })

    it.each([
      '" OR *',
      "':*",
      "') OR 1=1 --",
      '登录" OR "验证',
      'a*',
      '\\',
      '%',
      '_',
      'NEAR(登 录)',
      "' | '",
      '!!',
      '<->',
      '({[',
      'tokens:登录',
      '"',
    ])('for %s is neither a fault nor a way around', async q => {
      const { status, body } = await site.call('getInbox', { query: { q } }, shelf.token)
      expect(status).toBe(200)
      expect(body.list?.every(mail => mail.mailboxId === shelf.id)).toBe(true)
    })

    it('finds emoji, and words whatever stands in them that nobody sees', async () => {
      const subject = '重\u200b要 pay\u00adment 🎉🎉'
      const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
      await receiveAll([plainMail({ subject: encoded }), ...named('other')])
      for (const q of ['重要', 'payment', '🎉', '🎉🎉']) expect(await found({ q }), q).toEqual([subject])
      expect(await found({ q: '🎊' })).toEqual([])
    })

    it('for hostile lengths is refused, and the program lives on', async () => {
      expect((await site.call('getInbox', { query: { q: '(a+)+$'.repeat(40) } }, shelf.token)).status).toBe(
        400,
      )
      expect((await site.call('getInbox', { query: { q: 'a'.repeat(1_000_000) } }, shelf.token)).status).toBe(
        400,
      )
      expect(await found({ q: '登录' }, shelf.token)).toHaveLength(1)
    })

    it('pages, and finds only in what the caller reaches', async () => {
      const bob = await makePerson(site, `bob-${names}`)
      const theirs = await makeMailbox(site, `theirs${names}`, bob.id)
      await receiveAll(
        named(...['一', '二', '三', '四', '五'].map(count => `秘密第${count}封`)),
        theirs.address,
      )
      expect(await found({ q: '秘密' }, shelf.token)).toEqual([])
      expect(await found({ q: '秘密' }, reader.token)).toEqual([])
      const first = await site.ok('getInbox', { query: { q: '秘密', pageSize: 2 } }, bob.token)
      expect(subjects(first.list)).toEqual(['秘密第五封', '秘密第四封'])
      const second = await site.ok(
        'getInbox',
        { query: { q: '秘密', pageSize: 3, cursor: first.nextCursor } },
        bob.token,
      )
      expect([subjects(second.list), second.nextCursor]).toEqual([
        ['秘密第三封', '秘密第二封', '秘密第一封'],
        null,
      ])
    })

    it('forgets a mail with it', async () => {
      const [mail] = await inbox(site, shelf.token, { q: '登录验证' })
      const body = { ids: [mail?.id] }
      await site.ok('delEmail', { body }, shelf.token)
      expect(await found({ q: '登录验证' }, shelf.token)).toEqual([])
      expect(await found({ q: '登录验证', folder: 'trash' }, shelf.token)).toEqual(['您的登录验证码'])
      await site.ok('delEmail', { body }, shelf.token)
      expect(await found({ q: '登录验证', folder: 'trash' }, shelf.token)).toEqual([])
    })
  })
})

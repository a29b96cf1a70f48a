import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../../testing/databases.ts'
import { eventually } from '../../../testing/eventually.ts'
import { plainMail, receive, startMailSite } from '../../../testing/mail-site.ts'
import {
  keyFor,
  makeMailbox,
  makePerson,
  type Person,
  type TestMailbox,
  tokenFor,
} from '../../../testing/people.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { encryptPush } from './encrypt.ts'
import type { PushNote } from './push.ts'

/** A browser's side of RFC 8291: the keys it hands out, and how it reads a message. */
function makeBrowser() {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const own = ecdh.getPublicKey()
  const derive = (secret: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  return {
    p256dh: own.toString('base64url'),
    auth: auth.toString('base64url'),
    read(body: Buffer): string {
      const salt = body.subarray(0, 16)
      const theirs = body.subarray(21, 21 + (body[20] ?? 0))
      const sealed = body.subarray(21 + theirs.length)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, theirs])
      const material = derive(ecdh.computeSecret(theirs), auth, info, 32)
      const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      expect(plain.at(-1)).toBe(2)
      return plain.subarray(0, -1).toString()
    },
  }
}

/** A push service on this machine. */
async function openService() {
  const got: { path: string; headers: IncomingHttpHeaders; body: Buffer }[] = []
  const answers = new Map<string, number[]>()
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      got.push({ path, headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(answers.get(path)?.shift() ?? 201).end()
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { got, answers, origin, close: () => server.close() }
}

it('a message is encrypted as the example of RFC 8291 (appendix A)', () => {
  const bytes = (text: string) => Buffer.from(text, 'base64url')
  const sealed = encryptPush(
    Buffer.from('When I grow up, I want to be a watermelon'),
    {
      publicKey: bytes(
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ),
      authSecret: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    },
    {
      privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
      salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
    },
  )
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

describe.each(databaseKinds)('push messages on %s', kind => {
  let site: TestApp
  let service: Awaited<ReturnType<typeof openService>>
  let ann: Person
  let box: TestMailbox
  let names = 0
  beforeAll(async () => {
    service = await openService()
    site = await startMailSite(kind, { allowPrivate: ['127.0.0.1'] })
  })
  afterAll(async () => {
    await site.stop()
    service.close()
  })
  beforeEach(async () => {
    names++
    ann = await makePerson(site, `ann-${names}`)
    box = await makeMailbox(site, `box${names}`, ann.id)
    service.got.length = 0
  })

  async function subscribe(token: string, path: string, onlyCode = false) {
    const browser = makeBrowser()
    const { p256dh, auth } = browser
    await site.ok('setPush', { body: { endpoint: service.origin + path, p256dh, auth, onlyCode } }, token)
    return browser
  }
  const send = (subject: string, text = 'nothing') =>
    receive(site, { to: box.address, raw: plainMail({ subject, text }) })
  const arrived = (count: number) => eventually('the messages', () => service.got.length >= count)

  it('bring the code to the browser, readable by it alone, signed with the key of the site', async () => {
    const browser = await subscribe(box.token, '/a')
    await send('登录', '您的验证码是 493817')
    await arrived(1)
    const { headers, body } = service.got[0] ?? { headers: {}, body: Buffer.alloc(0) }
    expect(JSON.parse(browser.read(body)) as PushNote).toMatchObject({
      title: '验证码 493817',
      code: '493817',
      address: box.address,
    })
    expect(body.includes('493817')).toBe(false)
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '3600', urgency: 'high' })

    const [, head = '', claims = '', signature = '', key = ''] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
    const point = Buffer.from(key, 'base64url')
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.toString('base64url', 1, 33),
      y: point.toString('base64url', 33),
    }
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
    const good = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(good).toBe(true)
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as {
      aud: string
      exp: number
      sub: string
    }
    expect(said.aud).toBe(service.origin)
    expect(said.exp * 1000 - site.clock.now()).toBeLessThan(24 * 3600_000)
    expect(said.sub).toMatch(/^mailto:/)
    expect((await site.ok('getPush', {}, box.token)).publicKey).toBe(key)
  })

  it('go to the mailbox and its owner, once to each browser, and to nobody else', async () => {
    const bob = await makePerson(site, `bob-${names}`)
    await subscribe(box.token, '/mailbox')
    await subscribe(ann.token, '/owner')
    await subscribe(await tokenFor(site, { sysAccountId: ann.id }), '/owner')
    await subscribe(bob.token, '/stranger')
    await subscribe(await site.adminToken(), '/admin')
    await subscribe(await tokenFor(site, { mailboxId: box.id }), '/only-codes', true)
    await send('hello')
    await arrived(2)
    await send('code', '验证码 112233')
    await arrived(5)
    expect(service.got.map(({ path }) => path).sort()).toEqual([
      '/mailbox',
      '/mailbox',
      '/only-codes',
      '/owner',
      '/owner',
    ])
  })

  it('end with the log-in, and when the push service says that nobody is there', async () => {
    await subscribe(box.token, '/gone')
    service.answers.set('/gone', [410])
    const second = await tokenFor(site, { mailboxId: box.id })
    await subscribe(second, '/second')
    await send('one')
    await arrived(2)
    await eventually('it is forgotten', async () => !(await site.ok('getPush', {}, box.token)).subscribed)
    await site.ok('logout', {}, second)
    service.got.length = 0
    const third = await subscribe(box.token, '/third')
    await send('two')
    await arrived(1)
    expect(service.got.map(({ path }) => path)).toEqual(['/third'])
    expect(third.read(service.got[0]?.body ?? Buffer.alloc(0))).toContain('two')
    await site.ok('delPush', { body: {} }, box.token)
    expect((await site.call('testPush', { body: {} }, box.token)).body.error).toBe(1006)
  })

  it('are tried again once when the service is busy, and a test says how it went', async () => {
    await subscribe(box.token, '/busy')
    service.answers.set('/busy', [503, 201])
    await site.ok('testPush', { body: {} }, box.token)
    expect(service.got).toHaveLength(2)
    service.answers.set('/busy', [400])
    expect((await site.call('testPush', { body: {} }, box.token)).body).toMatchObject({ error: 1013 })
  })

  it('are for log-ins only, and only for keys and addresses that are some', async () => {
    expect((await site.call('getPush', {}, await keyFor(site, ann))).status).toBe(403)
    const { p256dh, auth } = makeBrowser()
    const set = (body: object) =>
      site.call(
        'setPush',
        { body: { endpoint: `${service.origin}/x`, p256dh, auth, onlyCode: false, ...body } },
        box.token,
      )
    for (const wrong of [
      { p256dh: 'A'.repeat(87) },
      { p256dh: 'short' },
      { auth: 'short' },
      { endpoint: 'ftp://example.org/' },
      { endpoint: 'not an address' },
      { endpoint: `https://user:pass@example.org/` },
    ])
      expect([(await set(wrong)).status, wrong]).toEqual([400, wrong])
    for (const host of ['10.0.0.8', 'localhost', '[::1]', '169.254.169.254', '0x7f.2', 'example.org:25']) {
      const { status, body } = await set({ endpoint: `https://${host}/send` })
      expect([host, status, Object.keys(body.fields ?? {})]).toEqual([host, 400, ['endpoint']])
    }
    expect((await site.ok('getPush', {}, box.token)).subscribed).toBe(false)
  })

  it('keep their secrets sealed', async () => {
    const { auth } = await subscribe(box.token, '/sealed')
    const { db } = site.app
    const dump = JSON.stringify([
      await db.query.selectFrom('push_subscription').selectAll().execute(),
      await db.query.selectFrom('setting').selectAll().where('name', '=', 'vapidKey').execute(),
    ])
    expect(dump).toContain('/sealed')
    expect(dump).not.toContain(auth)
  })
})

import { createServer, type IncomingMessage, type Server } from 'node:http'
import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isOpenPort } from '../../outside/outside-url.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { freePort } from '../../testing/free-port.ts'
import { fileOf, inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const privateHosts = ['10.0.0.1', '169.254.169.254', '[::1]', '192.168.1.1', '0', '127.1', 'localhost']

describe.each(databaseKinds)('images of other people’s servers on %s', kind => {
  let site: TestApp
  let guarded: TestApp
  let server: Server
  let origin: string
  const asked: IncomingMessage[] = []
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request)
      const isPage = request.url?.startsWith('/page')
      response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' })
      response.end(isPage ? '<script>alert(1)</script>' : png)
    })
    let port = await freePort()
    while (!isOpenPort(port)) port = await freePort()
    await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${port}`
    site = await startMailSite(kind, { allowPrivate: ['127.0.0.1'] })
    guarded = await startMailSite(kind)
  })
  afterAll(async () => {
    await site.stop()
    await guarded.stop()
    server.close()
  })

  async function mailWith(at: TestApp, name: string, urls: readonly string[]) {
    const box = await makeMailbox(at, name)
    const text = urls.map(url => `<img src="${url}">`).join('')
    const headers = ['Content-Type: text/html; charset=utf-8']
    await receive(at, { to: box.address, raw: plainMail({ text, headers }) })
    const [mail] = await inbox(at, box.token)
    return { box, id: mail?.id ?? '' }
  }
  const get = (at: TestApp, box: TestMailbox, id: string, url: string) =>
    fileOf(at, box.token, `/api/user/getImage/${id}?url=${encodeURIComponent(url)}`)

  const refusedAt = async (at: TestApp, box: TestMailbox, id: string, url: string) => {
    const { status, bytes } = await get(at, box, id, url)
    const { error } = JSON.parse(bytes.toString()) as { error: number }
    expect([url, status, error]).toEqual([url, errors.remoteRefused.status, errors.remoteRefused.code])
  }

  it('are handed on as what they are, and cannot do anything on our pages', async () => {
    const { box, id } = await mailWith(site, 'shown', [`${origin}/a.png?b=1&amp;c=2`])
    asked.length = 0
    const { status, headers, bytes } = await get(site, box, id, `${origin}/a.png?b=1&c=2`)
    expect([status, bytes.equals(png), headers.get('content-type')]).toEqual([200, true, 'image/png'])
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('set-cookie')).toBeNull()
    expect(asked.map(({ url }) => url)).toEqual(['/a.png?b=1&c=2'])
    const { cookie, referer, authorization, 'x-forwarded-for': forwarded } = asked[0]?.headers ?? {}
    expect([cookie, referer, authorization, forwarded]).toEqual(Array(4).fill(undefined))
  })

  it('are fetched for a mail that is attached, and only as one of that', async () => {
    const box = await makeMailbox(site, 'attached')
    const url = `${origin}/inside.png`
    const headers = ['Content-Type: multipart/mixed; boundary=b']
    const inner = `Subject: inner\nContent-Type: text/html\n\n<img src="${url}">`
    const text = `--b\n\nouter\n--b\nContent-Type: message/rfc822\n\n${inner}\n--b--`
    await receive(site, { to: box.address, raw: plainMail({ headers, text }) })
    const id = (await inbox(site, box.token))[0]?.id ?? ''
    expect((await get(site, box, id, url)).status).toBe(404)
    const inside = (attachmentId: string) =>
      fileOf(
        site,
        box.token,
        `/api/user/getImage/${id}?url=${encodeURIComponent(url)}&attachmentId=${attachmentId}`,
      )
    for (const attachmentId of ['1', '3', '2-1']) expect((await inside(attachmentId)).status).toBe(404)
    const { status, bytes } = await inside('2')
    expect([status, bytes.equals(png)]).toEqual([200, true])
    // Remembered or not, it is the same.
    expect([(await get(site, box, id, url)).status, (await inside('2')).status]).toEqual([404, 200])
  })

  it('are refused when they are none', async () => {
    const { box, id } = await mailWith(site, 'page', [`${origin}/page.png`])
    await refusedAt(site, box, id, `${origin}/page.png`)
  })

  it('are not there, and not asked for, when the mail does not have them or is another’s', async () => {
    const { box, id } = await mailWith(site, 'named', [`${origin}/in.png`])
    const other = await makeMailbox(site, 'other')
    asked.length = 0
    for (const url of [`${origin}/out.png`, `${origin}/in.pn`, `${origin}/in.png?`, 'x', '"'])
      expect([url, (await get(site, box, id, url)).status]).toEqual([url, 404])
    expect((await get(site, other, id, `${origin}/in.png`)).status).toBe(404)
    expect((await get(site, box, 'none', `${origin}/in.png`)).status).toBe(404)
    expect(asked).toEqual([])
  })

  it('are not fetched from private places, though the mail has them', async () => {
    const urls = [`${origin}/a.png`, ...privateHosts.map(host => `http://${host}/a.png`)]
    const { box, id } = await mailWith(guarded, 'private', urls)
    asked.length = 0
    // Shown to the reader is what an odd spelling means.
    for (const url of urls) await refusedAt(guarded, box, id, new URL(url).href)
    expect(asked).toEqual([])
  })

  it('nor are push messages sent there', async () => {
    const box = await makeMailbox(guarded, 'pushed')
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    asked.length = 0
    const body = { endpoint: `${origin}/push`, ...keys, onlyCode: false }
    await guarded.call('setPush', { body }, box.token)
    const { status } = await guarded.call('testPush', {}, box.token)
    expect(status).not.toBe(200)
    expect(asked).toEqual([])
  })
})

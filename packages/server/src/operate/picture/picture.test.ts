import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything, unlimited } from '../../identity/access.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeMailbox, makePerson, type Person } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWebFolder } from '../../testing/web-folder.ts'
import { iconFrom, manifestFor } from './app-manifest.ts'
import { judgePicture, maxPictureBytes } from './picture.ts'

/** A PNG that says it is this large; only its header is ever read. */
function png(width = 2, height = 2, more = Buffer.alloc(0)): Buffer {
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  const start = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  return Buffer.concat([start, size, Buffer.from('0806000000', 'hex'), deflateSync(Buffer.alloc(20)), more])
}
const gif = (tail = ''): Buffer =>
  Buffer.concat([Buffer.from('GIF89a'), Buffer.from([2, 0, 2, 0, 0, 0, 0]), Buffer.from(tail)])

it.each([
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a drawing with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'],
  ['a script', 'alert(document.cookie)'],
  ['nothing', ''],
  ['a drawing behind a mark of order', '\ufeff<?xml version="1.0"?><svg onload="x"/>'],
])('%s is no picture', (_what, text) => {
  expect(judgePicture(Buffer.from(text))).toEqual({ wrong: '只能用 PNG、JPEG、WebP 或 GIF 图片' })
})

it('judges by the first bytes, the pixels and the size', () => {
  expect(judgePicture(png())).toEqual({ contentType: 'image/png' })
  // Runs as nothing: it is handed out as what its first bytes say, and never guessed.
  expect(judgePicture(gif('=1;alert(1)//'))).toEqual({ contentType: 'image/gif' })
  expect(judgePicture(png().subarray(0, 12))).toEqual({ wrong: '图片不完整' })
  expect(judgePicture(png(60_000, 60_000))).toMatchObject({ wrong: expect.stringContaining('尺寸') })
  expect(judgePicture(Buffer.from('BM'.padEnd(40, '\x01')))).toMatchObject({
    wrong: expect.stringContaining('PNG'),
  })
  const room = maxPictureBytes - png().length
  expect(judgePicture(png(2, 2, Buffer.alloc(room)))).toEqual({ contentType: 'image/png' })
  expect(judgePicture(png(2, 2, Buffer.alloc(room + 1)))).toMatchObject({
    wrong: expect.stringContaining('512 KB'),
  })
})

describe('an icon to install the pages with', () => {
  const webp = (width: number, height: number): Buffer => {
    const size = Buffer.alloc(6)
    size.writeUIntLE(width - 1, 0, 3)
    size.writeUIntLE(height - 1, 3, 3)
    return Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0', 'latin1'), size])
  }
  const from = (bytes: Buffer) => iconFrom({ id: 'logo1', bytes })

  it('is the logo with its real kind and size', () => {
    const icon = { src: '/api/getPicture/logo1', purpose: 'any' }
    expect(from(png(256, 256))).toEqual({ ...icon, sizes: '256x256', type: 'image/png' })
    expect(from(webp(192, 192))).toEqual({ ...icon, sizes: '192x192', type: 'image/webp' })
  })

  it.each([
    ['is not square', png(256, 128)],
    ['is too small', png(64, 64)],
    ['is of a kind that browsers do not install with', gif()],
    ['cannot be read', Buffer.from('no picture')],
  ])('is ours where the logo %s', (_why, bytes) => {
    expect(from(bytes)).toBeNull()
    const ours = { id: '/', name: '雁书', icons: ['ours'] }
    expect(manifestFor(ours, { name: '鸿雁', logo: { id: 'logo1', bytes } })).toEqual({
      ...{ id: '/', name: '鸿雁', short_name: '鸿雁' },
      icons: ['ours'],
    })
  })
})

describe.each(databaseKinds)('pictures on %s', kind => {
  let web: ReturnType<typeof makeWebFolder>
  let site: TestApp
  let admin: string
  let ann: Person
  let ben: Person
  beforeAll(async () => {
    web = makeWebFolder()
    site = await startTestApp(kind, { webDir: web.path })
    admin = await site.adminToken()
    const rights = { role: 'user' as const, can: everything, limits: unlimited }
    ann = await makePerson(site, 'ann', rights)
    ben = await makePerson(site, 'ben', rights)
  })
  afterAll(async () => {
    await site.stop()
    web.remove()
  })

  async function upload(
    token: string,
    bytes: Buffer,
    name = 'logo.png',
    type = 'image/png',
  ): Promise<string> {
    const body = new FormData()
    body.append('file', new File([new Uint8Array(bytes)], name, { type }))
    const init = { method: 'POST', body, headers: { authorization: `Bearer ${token}` } }
    const answer = await site.fetch('/api/user/uploadFile', init)
    expect(answer.status).toBe(200)
    return (answer.body as { id?: string }).id ?? ''
  }
  const set = (token: string, use: 'logo' | 'avatar', fileId: string | null) =>
    site.call('setPicture', { body: { use, fileId } }, token)
  const shown = async (token: string | null) => (await site.ok('getVar', {}, token)).settings
  const count = async (): Promise<number> =>
    (await site.app.db.query.selectFrom('picture').select('id').execute()).length

  it('are shown to everybody as a logo, harmless whoever opens them, and freed when replaced', async () => {
    const first = await set(admin, 'logo', await upload(admin, png(), 'a.svg', 'image/svg+xml'))
    expect(first.body.error).toBe(0)
    const { logo } = await shown(null)
    expect(logo).toBe(first.body.url)
    const answer = await fetch(`${site.url}${logo}`)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png())
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
    })
    await set(admin, 'logo', await upload(admin, gif(), 'a.png.gif', 'text/html'))
    expect((await site.fetch(logo)).status).toBe(404)
    const other = (await shown(ann.token)).logo
    expect((await site.fetch(other)).headers.get('content-type')).toBe('image/gif')
    expect((await site.app.db.query.selectFrom('upload').selectAll().execute()).length).toBe(0)
    expect((await set(admin, 'logo', null)).body).toMatchObject({ error: 0, url: '' })
    expect([(await shown(null)).logo, await count()]).toEqual(['', 0])
    const { list } = await site.ok('getAuditLog', {}, admin)
    expect(list.filter(entry => entry.action === 'setLogo')).toHaveLength(3)
  })

  it('are what the pages are installed with, from the moment they are set', async () => {
    const manifest = async () => {
      const answer = await fetch(`${site.url}/manifest.webmanifest`)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/manifest+json; charset=utf-8',
        'cache-control': 'no-cache',
      })
      return answer.json()
    }
    expect(await manifest()).toEqual({ id: '/', name: '雁书', short_name: '雁书', icons: [] })
    const { body } = await set(admin, 'logo', await upload(admin, png(256, 256)))
    await site.ok('updateSetting', { body: { values: { siteName: '鸿雁 "信"' } } }, admin)
    expect(await manifest()).toEqual({
      ...{ id: '/', name: '鸿雁 "信"', short_name: '鸿雁 "信"' },
      icons: [{ src: body.url, sizes: '256x256', type: 'image/png', purpose: 'any' }],
    })
    await site.ok('updateSetting', { body: { values: { siteName: null } } }, admin)
    await set(admin, 'logo', null)
    expect(await manifest()).toMatchObject({ name: '雁书', icons: [] })
  })

  it('are only an admin’s to set as a logo, and never made from another’s file', async () => {
    expect((await set(ann.token, 'logo', await upload(ann.token, png()))).status).toBe(403)
    const hers = await upload(ann.token, png())
    const stolen = await set(ben.token, 'avatar', hers)
    const absent = await set(ben.token, 'avatar', '0'.repeat(26))
    expect([stolen.status, stolen.body]).toEqual([404, absent.body])
    const page = await upload(admin, Buffer.from('<svg onload="alert(1)"/>'))
    const refused = await set(admin, 'logo', page)
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { fileId: '只能用 PNG、JPEG、WebP 或 GIF 图片' },
    ])
    const large = await set(admin, 'logo', await upload(admin, png(2, 2, Buffer.alloc(maxPictureBytes))))
    expect(large.body.fields).toEqual({ fileId: '图片太大，最多 512 KB' })
    expect((await shown(null)).logo).toBe('')
  })

  it('are one’s own as an avatar, and go with the account or mailbox', async () => {
    const [one, two] = [await upload(ann.token, png()), await upload(ann.token, png(3, 3))]
    const answers = await Promise.all([one, one, two].map(id => set(ann.token, 'avatar', id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 404])
    expect(await count()).toBe(1)
    expect((await shown(ann.token)).avatar).not.toBe('')
    expect([(await shown(ben.token)).avatar, (await shown(null)).avatar]).toEqual(['', ''])
    const box = await makeMailbox(site, 'sender')
    await site.app.db.transaction(async tx => {
      await tx.updateTable('mailbox').set({ may_send: 1 }).where('id', '=', box.id).execute()
    })
    expect((await set(box.token, 'avatar', await upload(box.token, png()))).status).toBe(200)
    expect(await count()).toBe(2)
    await site.ok('delSysAccount', { body: { id: ann.id } }, admin)
    expect(await count()).toBe(1)
  })
})

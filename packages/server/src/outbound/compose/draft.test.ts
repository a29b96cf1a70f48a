import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour } from '../../kernel/clock.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { blobCount } from '../../testing/blob-count.ts'
import { startCpuTime } from '../../testing/cpu-time.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { fileOf, inbox, plainMail, receive } from '../../testing/mail-site.ts'
import { makeSender, type OutboundSite, type Sender, startOutboundSite } from '../../testing/outbound-site.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010806000000', 'hex')

describe.each(databaseKinds)('drafts and files on %s', kind => {
  let out: OutboundSite
  let ann: Sender
  let bob: Sender
  let count = 0
  beforeAll(async () => {
    out = await startOutboundSite(kind)
  })
  afterAll(() => out.stop())
  beforeEach(async () => {
    ann = await makeSender(out.site, `ann${++count}`)
    bob = await makeSender(out.site, `bob${count}`)
  })

  async function upload(bytes: Buffer, filename: string, token = ann.person.token, type = 'image/png') {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), filename)
    const init = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }
    const { status, body } = await out.site.fetch('/api/user/uploadFile', init)
    return { status, body: body as Record<string, unknown> & { id: string; error: number } }
  }
  const save = (body: Record<string, unknown>, token = ann.person.token) =>
    out.site.call('saveDraft', { body }, token)
  const saved = async (body: Record<string, unknown>) =>
    (await out.site.ok('saveDraft', { body }, ann.person.token)).draft

  it('are saved, listed, read and deleted by their owner alone', async () => {
    const draft = await saved({ subject: '未完', html: '<p>写到一半</p>', to: ['half an addr'] })
    expect(draft).toMatchObject({ version: 1, to: ['half an addr'] })
    const { list } = await out.site.ok('getDrafts', { query: { q: '未完' } }, ann.person.token)
    expect(list).toMatchObject([{ id: draft.id, preview: '写到一半' }])
    expect((await out.site.ok('getDrafts', {}, bob.person.token)).list).toEqual([])
    const absent = await out.site.call('getDraft', { params: { id: 'none' } }, bob.person.token)
    const theirs = await out.site.call('getDraft', { params: { id: draft.id } }, bob.person.token)
    expect([theirs.status, theirs.body]).toEqual([absent.status, absent.body])
    expect((await save({ id: draft.id, version: 1, subject: 'x' }, bob.person.token)).status).toBe(404)
    expect((await out.site.call('delDraft', { body: { ids: [draft.id] } }, bob.person.token)).status).toBe(
      404,
    )
    await out.site.ok('delDraft', { body: { ids: [draft.id] } }, ann.person.token)
    expect((await out.site.ok('getDrafts', {}, ann.person.token)).list).toEqual([])
  })

  it.each([
    ['{"subject":"half', { subject: '', html: expect.stringContaining('half') }],
    ['null', { subject: '', html: '' }],
    ['{"subject":7,"to":"x","html":"<p>kept</p>","from":null}', { subject: '', to: [], html: '<p>kept</p>' }],
  ])(
    'that are damaged as %s are listed and read as far as they go, and saved again',
    async (content, left) => {
      const draft = await saved({ subject: 'whole', html: '<p>whole</p>', to: ['a@far.test'] })
      await saved({ subject: 'beside it' })
      await out.site.app.db.transaction(tx =>
        tx.updateTable('draft').set({ content }).where('id', '=', draft.id).execute(),
      )
      const { list } = await out.site.ok('getDrafts', {}, ann.person.token)
      expect(list).toHaveLength(2)
      const params = { id: draft.id }
      expect((await out.site.ok('getDraft', { params }, ann.person.token)).draft).toMatchObject(left)
      expect(await saved({ id: draft.id, version: 1, subject: 'mended' })).toMatchObject({
        subject: 'mended',
      })
    },
  )

  it('name no mail but one that their writer reads, and go on naming one that is gone since', async () => {
    await receive(out.site, { to: ann.box.address, raw: plainMail({ subject: 'hers' }) })
    const [mail] = await inbox(out.site, ann.box.token)
    const inReplyTo = mail?.id ?? ''
    const theirs = await save({ subject: 'x', inReplyTo }, bob.person.token)
    const absent = await save({ subject: 'x', inReplyTo: 'none' }, bob.person.token)
    const keyed = await save({ subject: 'x', inReplyTo, key: 'a1'.repeat(16) }, bob.person.token)
    expect([theirs.status, theirs.body]).toEqual([absent.status, absent.body])
    expect([theirs.status, keyed.status]).toEqual([404, 404])
    const { draft: plain } = (await save({ subject: 'x' }, bob.person.token)).body
    const later = await save({ id: plain?.id, version: 1, inReplyTo }, bob.person.token)
    expect([later.status, later.body.fields]).toEqual([404, { inReplyTo: '要回复的邮件已经不在了' }])
    const draft = await saved({ subject: 'Re', inReplyTo })
    for (const _ of ['to the trash', 'for good'])
      await out.site.ok('deleteEmail', { params: { id: inReplyTo } }, ann.person.token)
    const kept = await saved({ id: draft.id, version: 1, subject: 'Re: hers', inReplyTo })
    expect(kept).toMatchObject({ subject: 'Re: hers', inReplyTo })
  })

  it('are listed in no time, however many brackets stand open in them', async () => {
    const worked = startCpuTime()
    for (let times = 0; times < 10; times++) await saved({ subject: '括号', html: '<'.repeat(20_000) })
    const { list } = await out.site.ok('getDrafts', { query: { q: '括号' } }, ann.person.token)
    expect(list).toHaveLength(10)
    expect(worked()).toBeLessThan(3_000)
    await out.site.ok('delDraft', { body: { ids: list.map(draft => draft.id) } }, ann.person.token)
  })

  it('are not overwritten by a window that knows an older version', async () => {
    const { id } = await saved({ subject: 'one' })
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => save({ id, version: 1, subject: `window ${i}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
    const { draft } = await out.site.ok('getDraft', { params: { id } }, ann.person.token)
    expect(draft.version).toBe(2)
    expect((await save({ id, subject: 'no version' })).body.fields).toHaveProperty('version')
  })

  it('asked for twice under one key are one, with what came last, and another’s key is another draft', async () => {
    const key = '0123456789abcdef0123456789abcdef'
    const both = await Promise.all([save({ subject: '一样', key }), save({ subject: '一样', key })])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    const last = await saved({ subject: '后来的', key })
    const { list } = await out.site.ok('getDrafts', {}, ann.person.token)
    expect(list).toMatchObject([{ id: last.id, subject: '后来的', version: 3 }])
    expect((await save({ subject: '别人的', key }, bob.person.token)).body.draft?.id).not.toBe(last.id)
    const stale = await save({ id: last.id, version: 1, subject: '旧的', key })
    expect(stale.status).toBe(409)
  })

  it('become a mail once, with their files, and leave nothing behind', async () => {
    const before = await blobCount(out.site)
    const picture = await upload(png, 'logo.png')
    const paper = await upload(Buffer.from('%PDF-1.4 x'), '合同.pdf')
    const files = [picture.body.id, paper.body.id]
    const html = `<p>see <img src="cid:${picture.body.id}"></p>`
    const draft = await saved({ subject: 'with files', html, attachments: files })
    expect(draft.attachments.map(file => file.contentType)).toEqual(['image/png', 'application/pdf'])
    const mail = { from: ann.box.address, to: [`x@d${count}.test`], subject: 'with files', html }
    const answers = await Promise.all(
      Array.from({ length: 5 }, () =>
        out.site.call(
          'sendEmail',
          { body: { ...mail, attachments: files, draftId: draft.id } },
          ann.person.token,
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    await out.site.app.deliverDue()
    const id = answers.find(({ status }) => status === 200)?.body.id ?? ''
    const given = out.far.messages.filter(({ data }) => data.includes(`<${id}@`))
    expect(given).toHaveLength(1)
    const read = parseMail(given[0]?.data ?? Buffer.alloc(0))
    expect(read.attachments).toMatchObject([
      { filename: 'logo.png', contentType: 'image/png', inline: true, cid: picture.body.id },
      { filename: '合同.pdf', contentType: 'application/pdf', inline: false },
    ])
    expect((await out.site.ok('getDrafts', {}, ann.person.token)).list).toEqual([])
    expect(await blobCount(out.site)).toBe(before)
    const { mail: shown } = await out.site.ok('getSent', { params: { id } }, ann.person.token)
    expect(shown.attachments).toHaveLength(2)
    const file = await fileOf(
      out.site,
      ann.person.token,
      `/api/user/getSentAttachment/${id}/${shown.attachments[1]?.id}`,
    )
    expect(file.bytes.toString()).toBe('%PDF-1.4 x')
    const { draft: again } = await out.site.ok('editSentAsNew', { body: { id } }, ann.person.token)
    expect(again.attachments.map(({ filename }) => filename).sort()).toEqual(['logo.png', '合同.pdf'].sort())
    expect(again.html).toContain(
      `cid:${again.attachments.find(({ filename }) => filename === 'logo.png')?.id}`,
    )
    expect((await out.site.call('editSentAsNew', { body: { id } }, bob.person.token)).status).toBe(404)
  })

  it.each([
    ['logo.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'image/svg+xml'],
    ['cat.gif', '<html><script>alert(1)</script></html>', 'text/html'],
    ['notes.txt', 'just words', 'text/plain'],
    ['table.csv', 'a,b\n1,2', 'text/csv'],
    ['a.jpg.exe', 'MZ\x90\0\x03', 'application/x-msdownload'],
    ['poly.js', 'GIF89a/*\0*/=1;alert(1)', 'image/gif'],
    ['x.bin', '\xff\xfe\0\x01', 'application/octet-stream'],
  ])('%s is what its content is, and is never shown on our pages', async (name, content, type) => {
    const { status, body } = await upload(Buffer.from(content, 'latin1'), name)
    expect(status).toBe(200)
    expect(body.contentType).toBe(type)
    const { headers } = await fileOf(out.site, ann.person.token, `/api/user/getFile/${body.id}`)
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-type')).not.toMatch(/svg|html|javascript|msdownload/)
    expect((await fileOf(out.site, bob.person.token, `/api/user/getFile/${body.id}`)).status).toBe(404)
    const mine = { body: { ids: [body.id] } }
    expect((await out.site.call('delFile', mine, bob.person.token)).status).toBe(404)
    const stolen = { from: bob.box.address, to: ['a@b.test'], subject: '', text: '', attachments: [body.id] }
    expect((await out.site.call('sendEmail', { body: stolen }, bob.person.token)).status).toBe(404)
    await out.site.ok('delFile', mine, ann.person.token)
  })

  it.each([
    '../../etc/passwd',
    '..\\..\\boot.ini',
    '/abs/olute',
    'a\u2215b',
    '%2e%2e%2fx',
    'con',
    '.htaccess',
    '',
  ])('named %j are kept under a name of ours and called something harmless', async name => {
    const { status, body } = await upload(Buffer.from('words'), name || 'blob')
    expect(status).toBe(200)
    expect(body.filename).not.toMatch(/[\\/]|^\.\.|^\.|^con$/i)
    expect(body.id).toMatch(/^[0-9a-z]{26}$/)
  })

  it('are refused when empty, too large, not there, or not a file at all', async () => {
    const { db } = out.site.app
    await out.site.ok('updateSetting', { body: { values: { uploadLimitMb: 1 } } }, out.admin)
    expect((await upload(Buffer.alloc(0), 'empty')).status).toBe(400)
    expect((await upload(Buffer.alloc(1024 * 1024 + 1, 97), 'big.txt')).status).toBe(413)
    expect((await upload(Buffer.alloc(1024 * 1024, 97), 'fits.txt')).status).toBe(200)
    await out.site.ok('updateSetting', { body: { values: { uploadLimitMb: null } } }, out.admin)
    const post = (init: RequestInit) =>
      out.site.fetch('/api/user/uploadFile', {
        method: 'POST',
        ...init,
        headers: { authorization: `Bearer ${ann.person.token}`, ...init.headers },
      })
    expect((await post({ body: new FormData() })).status).toBe(400)
    expect((await post({ body: '{}', headers: { 'content-type': 'application/json' } })).status).toBe(400)
    const broken = { 'content-type': 'multipart/form-data; boundary=x' }
    expect((await post({ body: 'no boundary here', headers: broken })).status).toBe(400)
    const form = new FormData()
    form.append('x', 'y')
    const elsewhere = await out.site.fetch('/api/user/saveDraft', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${ann.person.token}` },
    })
    expect(elsewhere.status).toBe(400)
    const rows = await db.query.selectFrom('upload').select('id').where('size', '=', 0).execute()
    expect(rows).toEqual([])
  })

  it('that nobody used are gone after a day; those in drafts stay', async () => {
    const unused = (await upload(Buffer.from('unused'), 'a.txt')).body.id
    const used = (await upload(Buffer.from('used'), 'b.txt')).body.id
    await saved({ subject: 'keeps', attachments: [used] })
    out.site.clock.advance(day + hour)
    await out.site.app.runJobs()
    expect((await fileOf(out.site, ann.person.token, `/api/user/getFile/${unused}`)).status).toBe(404)
    expect((await fileOf(out.site, ann.person.token, `/api/user/getFile/${used}`)).status).toBe(200)
  })

  it.each(['toMe', 'delete'] as const)('go with the account that wrote them (%s)', async owned => {
    const { id: me, token } = ann.person
    const { db } = out.site.app
    const before = await blobCount(out.site)
    const file = (await upload(Buffer.from(`a file of ${me}`), 'a.txt')).body.id
    await upload(Buffer.from(`another of ${me}`), 'b.txt')
    await saved({ subject: '再也不发', attachments: [file] })
    await out.site.ok('setSignature', { body: { name: '安', signature: '<p>安</p>' } }, token)
    await out.site.ok('delSysAccount', { body: { id: me, owned } }, out.admin)
    const key = `account:${me}`
    const left = [
      await db.query.selectFrom('draft').select('id').where('owner_key', '=', key).execute(),
      await db.query.selectFrom('upload').select('id').where('owner_key', '=', key).execute(),
      await db.query.selectFrom('setting').select('name').where('scope', 'in', [key, me]).execute(),
    ]
    expect([left, await blobCount(out.site)]).toEqual([[[], [], []], before])
  })

  it('come along when a mail is forwarded by hand', async () => {
    const headers = ['Content-Type: multipart/mixed; boundary=b']
    const text =
      '--b\r\nContent-Type: text/plain\r\n\r\nhi\r\n--b\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename=x.pdf\r\n\r\n%PDF-1.4\r\n--b--'
    await receive(out.site, { to: ann.box.address, raw: plainMail({ text, headers }) })
    const [mail] = await inbox(out.site, ann.person.token)
    const { list } = await out.site.ok('attachFromEmail', { body: { id: mail?.id } }, ann.person.token)
    expect(list).toMatchObject([{ filename: 'x.pdf', contentType: 'application/pdf' }])
    const other = await out.site.call('attachFromEmail', { body: { id: mail?.id } }, bob.person.token)
    expect(other.status).toBe(404)
  })
})

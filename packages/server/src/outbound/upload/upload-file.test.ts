import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../kernel/ids.ts'
import { blobCount } from '../../testing/blob-count.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailSite } from '../../testing/mail-site.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import type { PlainAnswer, TestApp } from '../../testing/test-app.ts'
import { maxComing } from './coming-files.ts'

const megabyte = 1_048_576
const maxFiles = 500
const maxBytes = 500 * megabyte

const boundary = 'edge'
const fieldPart = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`
const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`
const filePart = `${fileHead}words\r\n`
const end = `--${boundary}--\r\n`

describe.each(databaseKinds)('uploaded files on %s', kind => {
  let site: TestApp
  let ann: Person
  let count = 0
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    const limits = { domains: null, mailboxes: null, storageMb: null, sendsPerDay: null, apiPerMinute: null }
    const can = { send: true, upload: true, createDomain: false, createCard: false, useApi: true }
    ann = await makePerson(site, `ann${++count}`, { role: 'user', can, limits })
  })

  const post = (body: string | ReadableStream): Promise<PlainAnswer> =>
    site.fetch('/api/user/uploadFile', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
      duplex: 'half',
    })

  const owned = async (): Promise<{ files: number; bytes: number }> => {
    const rows = await site.app.db.query
      .selectFrom('upload')
      .select('size')
      .where('owner_key', '=', `account:${ann.id}`)
      .execute()
    return { files: rows.length, bytes: rows.reduce((sum, row) => sum + row.size, 0) }
  }

  /** Inserts existing files, whose content is never read. */
  async function lying(files: number, size: number): Promise<void> {
    const now = site.clock.now()
    const rows = Array.from({ length: files }, () => ({
      id: newId(now),
      owner_key: `account:${ann.id}`,
      draft_id: null,
      filename: 'lying.txt',
      content_type: 'text/plain',
      size,
      blob_key: `lying-${newId(now)}`,
      created_at: now,
    }))
    await site.app.db.transaction(async tx => {
      await tx.insertInto('upload').values(rows).execute()
    })
  }

  const coming = (): number => {
    const folder = join(site.place.dataDir, 'spool')
    return existsSync(folder) ? readdirSync(folder).length : 0
  }

  /** A file that is admitted and ends on request. */
  const slowBody = (bytes: number, ended: Promise<void>) =>
    new ReadableStream({
      async start(controller) {
        const encoder = new TextEncoder()
        controller.enqueue(encoder.encode(`${fileHead}${'x'.repeat(bytes)}`))
        await ended
        controller.enqueue(encoder.encode(`\r\n${end}`))
        controller.close()
      },
    })

  /** Admits all of them before the first one ends; `meanwhile` runs in between. */
  async function together(
    uploads: number,
    bytes: number,
    meanwhile = async () => {},
  ): Promise<PlainAnswer[]> {
    const ended = Promise.withResolvers<void>()
    const answers = Promise.all(Array.from({ length: uploads }, () => post(slowBody(bytes, ended.promise))))
    await eventually('all are coming', () => coming() === uploads)
    await meanwhile()
    ended.resolve()
    return answers
  }

  const refused = (answers: readonly PlainAnswer[]) =>
    answers.filter(({ status, body }) => status === 403 && body.error === errors.limitReached.code)

  it.each([
    ['fields', fieldPart],
    ['files', filePart],
    ['fields after the file', fieldPart, filePart],
    ['parts with nothing in them', `--${boundary}\r\n\r\n\r\n`],
  ])('are refused when 100,000 %s come in one body, and nothing is kept', async (_, part, first = '') => {
    const before = await blobCount(site)
    const { status, body } = await post(`${first}${part.repeat(100_000)}${end}`)
    expect([status, body.error]).toEqual([400, errors.badRequest.code])
    expect((await site.fetch('/healthz')).status).toBe(200)
    await eventually('nothing lies about', () => coming() === 0)
    expect([await owned(), await blobCount(site)]).toEqual([{ files: 0, bytes: 0 }, before])
  })

  it('may have a few fields beside them', async () => {
    const { status } = await post(`${fieldPart.repeat(10)}${filePart}${end}`)
    expect([status, await owned()]).toEqual([200, { files: 1, bytes: 5 }])
  })

  it('are 500 at most, however many come at once', async () => {
    await lying(maxFiles - 3, 1)
    const before = await blobCount(site)
    const answers = await together(12, 5)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(refused(answers)).toHaveLength(9)
    expect((await owned()).files).toBe(maxFiles)
    expect(await blobCount(site)).toBe(before + 3)
    expect(refused([await post(`${filePart}${end}`)])).toHaveLength(1)
  })

  it('come in 50 at a time at most, and more when those have ended', async () => {
    const answers = await together(maxComing, 1, async () => {
      const { status, body } = await post(`${filePart}${end}`)
      expect([status, body.msg]).toEqual([403, '正在上传的文件太多，请等前面的传完再传'])
    })
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect((await post(`${filePart}${end}`)).status).toBe(200)
  })

  it('take 500 MB at most, but for the last of them, however many come at once', async () => {
    await lying(1, maxBytes - 150)
    const answers = await together(8, 100)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(refused(answers)).toHaveLength(6)
    expect(await owned()).toEqual({ files: 3, bytes: maxBytes + 50 })
  })
})

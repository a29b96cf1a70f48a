import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errors } from '@yanshu/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { blobCount } from '../../testing/blob-count.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { startMailSite } from '../../testing/mail-site.ts'
import { makePerson, type Person } from '../../testing/people.ts'
import type { PlainAnswer, TestApp } from '../../testing/test-app.ts'

const boundary = 'edge'
const fieldPart = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n`
const filePart = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwords\r\n`
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

  const post = (body: string): Promise<PlainAnswer> =>
    site.fetch('/api/user/uploadFile', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ann.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
    })

  const owned = async (): Promise<{ files: number; bytes: number }> => {
    const rows = await site.app.db.query
      .selectFrom('upload')
      .select('size')
      .where('owner_key', '=', `account:${ann.id}`)
      .execute()
    return { files: rows.length, bytes: rows.reduce((sum, row) => sum + row.size, 0) }
  }

  const coming = (): number => {
    const folder = join(site.place.dataDir, 'spool')
    return existsSync(folder) ? readdirSync(folder).length : 0
  }

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
})

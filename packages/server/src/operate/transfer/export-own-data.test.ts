import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { fileOf, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

/** Names and contents of a tar archive. */
function unpacked(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; bytes[at]; ) {
    const text = (from: number, length: number) =>
      bytes.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '')
    const size = Number.parseInt(text(124, 12), 8)
    const name = [text(345, 155), text(0, 100)].filter(part => part !== '').join('/')
    files.set(name, bytes.subarray(at + 512, at + 512 + size))
    at += 512 + Math.ceil(size / 512) * 512
  }
  return files
}

describe.each(databaseKinds)('taking one’s data away on %s', kind => {
  let site: TestApp
  let ann: Person
  let bob: Person
  let box: TestMailbox
  beforeAll(async () => {
    site = await startMailSite(kind)
    ann = await makePerson(site, 'ann')
    bob = await makePerson(site, 'bob')
    box = await makeMailbox(site, 'box', ann.id)
    const theirs = await makeMailbox(site, 'theirs', bob.id)
    await receive(site, { to: box.address, raw: plainMail({ subject: 'mine', text: 'for ann' }) })
    await receive(site, { to: theirs.address, raw: plainMail({ subject: 'his', text: 'for bob' }) })
  })
  afterAll(() => site.stop())

  const take = async (token: string) => {
    const { status, headers, bytes } = await fileOf(site, token, '/api/user/exportData')
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toMatch(/attachment; filename="yanshu-\d{4}-\d\d-\d\d\.tar"/)
    return unpacked(bytes)
  }

  it('gives the own mails as they came, and no secret', async () => {
    const files = await take(ann.token)
    const eml = [...files].filter(([name]) => name.endsWith('.eml'))
    expect(eml).toHaveLength(1)
    expect(eml[0]?.[1].toString()).toContain('for ann')
    expect([...files.keys()].every(name => /^[\w@./+-]+$/.test(name) && !name.includes('..'))).toBe(true)
    expect(JSON.parse(files.get('account.json')?.toString() ?? '')).toMatchObject({
      username: 'ann',
      role: 'user',
    })
    const all = Buffer.concat([...files.values()]).toString()
    for (const word of ['for bob', 'password', 'hash', 'secret', ann.token]) expect(all).not.toContain(word)
  })

  it('gives what was written here too, by a job whose file is the same', async () => {
    await site.ok(
      'saveDraft',
      { body: { to: [], cc: [], bcc: [], subject: 'half a letter', html: '', attachments: [] } },
      ann.token,
    )
    await site.ok('updateSetting', { body: { values: { displayName: 'Ann A' } } }, ann.token)
    const { jobId } = await site.ok('startExport', { body: {} }, ann.token)
    expect((await site.call('getJobFile', { query: { id: jobId } }, bob.token)).status).toBe(404)
    await site.app.runLongJobs()
    const file = await fileOf(site, ann.token, `/api/user/getJobFile?id=${jobId}`)
    expect(file.status).toBe(200)
    const files = unpacked(file.bytes)
    expect([...files.keys()].sort()).toEqual([...(await take(ann.token)).keys()].sort())
    const text = (name: RegExp) => [...files].find(([one]) => name.test(one))?.[1].toString() ?? ''
    expect(text(/^drafts\//)).toContain('half a letter')
    expect(text(/^settings/)).toContain('Ann A')
    expect(text(/\.eml$/)).toContain('for ann')
  })

  it('gives a mailbox itself, and an admin not the whole site', async () => {
    expect([...(await take(box.token)).keys()].filter(name => name.endsWith('.eml'))).toHaveLength(1)
    const admin = await take(await site.adminToken())
    expect([...admin.keys()]).toEqual(['account.json', 'rules.json', 'settings.json', 'contacts.json'])
    expect((await fileOf(site, null, '/api/user/exportData')).status).toBe(401)
  })
})

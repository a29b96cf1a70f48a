import { afterEach, describe, expect, it } from 'vitest'
import { databaseKinds, makeMigratedPlace } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { deliver, plainMail } from '../../testing/mail-site.ts'
import { makePerson } from '../../testing/people.ts'
import { mayMount, onSmallDisk } from '../../testing/small-disk.ts'
import { startTestApp } from '../../testing/test-app.ts'

let cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
  cleaning = []
})

const limits = { domains: null, mailboxes: null, storageMb: null, sendsPerDay: null, apiPerMinute: null }
const can = { send: true, upload: true, createDomain: false, createCard: false, useApi: true }

describe.skipIf(!mayMount).each(databaseKinds)('a disk that fills up, on %s', kind => {
  it('is told of before anything is put off; then mail and uploads are, and pages work on', async () => {
    const small = onSmallDisk(await makeMigratedPlace(kind), 200)
    const site = await startTestApp(kind, { place: small.place })
    cleaning.push(async () => {
      await site.stop()
      await small.remove()
    })
    const admin = await site.adminToken()
    const ann = await makePerson(site, 'ann', { role: 'user', can, limits })
    const { address } = await site.ok('regEmail', { body: { domain: 'yanshu.test', localPart: 'small' } })
    /** The answer to the whole mail, or to the recipient that was not taken. */
    const send = async () => {
      const { rcpt, data } = await deliver(site.app.smtpPort, { to: address, raw: plainMail() })
      return data || (rcpt[0] ?? '')
    }
    const upload = () => {
      const form = new FormData()
      form.append('file', new Blob(['words']), 'a.txt')
      return site.fetch('/api/user/uploadFile', {
        method: 'POST',
        headers: { authorization: `Bearer ${ann.token}` },
        body: form,
      })
    }
    /** Newest first. */
    const told = async () => {
      const { list } = await site.ok('getAuditLog', { query: { pageSize: 20 } }, admin)
      return list.filter(({ action }) => action === 'storageRoom').map(({ detail }) => detail.split('，')[0])
    }
    const answers = (wanted: string) =>
      eventually(`mail is answered ${wanted}`, async () => (await send()).startsWith(wanted))

    small.fill(15)
    await eventually('admins are told', async () => {
      await site.app.beat()
      return (await told()).length === 1
    })
    expect(await told()).toEqual(['空间不多了'])
    await answers('250')

    small.fill(5)
    await answers('452 4.3.1')
    expect(await upload()).toMatchObject({ status: 503, body: { msg: expect.stringContaining('空间不足') } })
    expect((await site.fetch('/readyz')).status).toBe(200)
    await site.ok('updateSetting', { body: { values: { siteName: '满了也能改' } } }, admin)
    await site.app.beat()
    expect(await told()).toEqual(['空间不足', '空间不多了'])

    small.empty()
    await answers('250')
    expect((await upload()).status).toBe(200)
    await site.app.beat()
    expect((await told())[0]).toBe('空间够用了')
  })
})

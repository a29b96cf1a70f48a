import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findMailboxByAddress } from '../../mailbox/account/repository.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { deliver, inbox, plainMail, receive, startMailSite, subjects } from '../../testing/mail-site.ts'
import { makeDomain, makeMailbox, makePerson, type Person } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const domain = 'catching.test'

describe.each(databaseKinds)('mail to a name whose holder gave it up, on %s,', kind => {
  let site: TestApp
  let admin: string
  let ann: Person
  let bob: Person
  beforeAll(async () => {
    site = await startMailSite(kind)
    admin = await site.adminToken()
    ann = await makePerson(site, 'ann')
    bob = await makePerson(site, 'bob')
    const id = await makeDomain(site, domain, { ownerId: ann.id })
    await site.ok('editDomain', { body: { id, catchAll: true, subdomains: true } }, admin)
  })
  afterAll(() => site.stop())

  async function givenUp(name: string, ownerId: string | null): Promise<string> {
    const box = await makeMailbox(site, name, ownerId, domain)
    await site.ok('delEmailAccount', { body: { ids: [box.id], keep: false } }, admin)
    return box.address
  }
  const answerTo = async (to: string) => (await deliver(site.app.smtpPort, { to })).rcpt[0]
  const mailboxAt = (address: string) => findMailboxByAddress(site.app.db.query, address)

  it('is not for the owner of the domain, who takes all other mail, and whom the trace tells why', async () => {
    await receive(site, { to: `anything@${domain}`, raw: plainMail({ subject: 'caught' }) })
    expect(subjects(await inbox(site, ann.token))).toEqual(['caught'])
    for (const [name, holder] of [
      ['visitor', null],
      ['customer', bob.id],
    ] as const) {
      const address = await givenUp(name, holder)
      const ways = [address, `${name}+tag@${domain}`, `${name.toUpperCase()}@sub.${domain}`]
      for (const to of ways) expect(await answerTo(to)).toBe('550 5.1.1 No such mailbox here')
      expect(await mailboxAt(address)).toBeUndefined()
      const trace = async () => (await site.ok('getTrace', { query: { q: address } }, ann.token)).list
      await eventually(`a trace of ${name}`, async () => (await trace()).length > 0)
      expect((await trace())[0]?.reason).toBe('这个名字原来有人用，还不能由别人收信')
    }
  })

  it('is refused as for one whom nobody had, where nothing else is taken', async () => {
    await makeDomain(site, 'plain.test', { ownerId: ann.id })
    const box = await makeMailbox(site, 'plain', null, 'plain.test')
    await site.ok('delEmailAccount', { body: { ids: [box.id], keep: false } }, admin)
    for (const to of [box.address, 'plain+tag@plain.test', 'nobody@plain.test'])
      expect(await answerTo(to)).toBe('550 5.1.1 No such mailbox here')
  })

  it('comes to the owner of the domain as before when it was its own', async () => {
    const address = await givenUp('mine', ann.id)
    await receive(site, { to: address, raw: plainMail({ subject: 'still mine' }) })
    expect(subjects(await inbox(site, ann.token))).toContain('still mine')
    expect(await mailboxAt(address)).toMatchObject({ owner_id: ann.id })
  })

  it('comes again when an admin has released the name', async () => {
    const address = await givenUp('released', bob.id)
    await site.ok('releaseName', { body: { address } }, admin)
    await receive(site, { to: address, raw: plainMail({ subject: 'released' }) })
    expect(subjects(await inbox(site, ann.token))).toContain('released')
  })

  it.each(['postmaster', 'abuse'])('is taken for %s, which is the domain’s own name', async name => {
    const address = await givenUp(name, bob.id)
    await receive(site, { to: address, raw: plainMail({ subject: `to ${name}` }) })
    expect(subjects(await inbox(site, ann.token))).toContain(`to ${name}`)
  })
})

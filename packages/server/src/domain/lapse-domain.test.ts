import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sayAnyFact } from '../all-fact-words.ts'
import { hour, minute } from '../kernel/clock.ts'
import { openSecrets } from '../ledger/setting/open-secrets.ts'
import { databaseKinds } from '../testing/databases.ts'
import { openEvents } from '../testing/event-client.ts'
import { eventually } from '../testing/eventually.ts'
import { deliver, inbox, plainMail, receive, startMailSite } from '../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../testing/people.ts'
import type { TestApp } from '../testing/test-app.ts'
import type { AskDns, DnsAnswer } from './dns/ask-dns.ts'
import { ownershipName, ownershipValue } from './dns/record-texts.ts'
import { type RecheckDeps, recheckClaims, recheckDomains } from './recheck.ts'

const none = { state: 'none' } as const
const unanswered = { state: 'unknown', reason: 'timeout' } as const
const never = new AbortController().signal

describe.each(databaseKinds)('a domain whose proof is gone, on %s', kind => {
  let site: TestApp
  let deps: RecheckDeps
  let ann: Person
  let bob: Person
  let box: TestMailbox
  let name: string
  let id: string
  let count = 0
  let told: string[] = []
  /** The values at a name in the DNS, and the number of questions about the domain. */
  const texts = new Map<string, DnsAnswer<string>>()
  let asked = 0

  const nothing = async () => none
  const dns: AskDns = {
    ...{ mx: nothing, a: nothing, aaaa: nothing, cname: nothing, srv: nothing, ptr: nothing, tlsa: nothing },
    async txt(of) {
      if (of.endsWith(name)) asked++
      return texts.get(of) ?? none
    },
  }

  beforeAll(async () => {
    site = await startMailSite(kind)
    const { db } = site.app
    const { clock } = site
    deps = {
      ...{ db, clock, dns, names: { mailHost: () => 'mx.test', webHost: () => null } },
      secrets: await openSecrets({ secretKey: '', dataDir: site.place.dataDir }, db, clock.now()),
      sts: async () => ({ id: '', text: '', why: null }),
      ports: { submissionPort: 0, submissionsPort: 0, imapPort: 0, imapsPort: 0, pop3sPort: 0 },
      blocklists: async () => [],
      sayFact: sayAnyFact,
      tell: async ({ broke }) => void told.push(...broke),
      log: { warn: (_: unknown, text: string) => void told.push(text) } as RecheckDeps['log'],
    }
  })
  afterAll(() => site.stop())

  const domainOf = async (domainId: string, { token }: Person) =>
    (await site.ok('getDkim', { query: { id: domainId } }, token)).domain

  async function publish(domainId: string): Promise<void> {
    const held = await site.app.db.query
      .selectFrom('domain_claim')
      .select(['name', 'token'])
      .where('id', '=', domainId)
      .unionAll(eb => eb.selectFrom('domain').select(['name', 'token']).where('id', '=', domainId))
      .executeTakeFirstOrThrow()
    texts.set(ownershipName(held.name), { state: 'found', values: [ownershipValue(held.token)] })
  }

  /**
   * Checks the name now. The program also checks by itself, where nobody sees the answer, and may have been
   * faster.
   */
  async function look(): Promise<void> {
    for (const before = asked; asked === before; ) {
      await site.app.db.transaction(async tx => {
        await tx.updateTable('domain').set({ checked_at: 0 }).where('name', '=', name).execute()
        await tx.updateTable('domain_claim').set({ checked_at: null }).where('name', '=', name).execute()
      })
      await recheckDomains(deps, never)
      await recheckClaims(deps, never)
    }
  }

  async function live(days: number): Promise<void> {
    for (let hours = 0; hours < days * 24; hours += 8) {
      site.clock.advance(8 * hour)
      await look()
    }
  }

  const claim = async (owner: Person) =>
    (await site.ok('addDomain', { body: { name } }, owner.token)).domain.id
  const mail = (subject: string) => ({ to: box.address, raw: plainMail({ subject }) })
  const answered = async () => (await deliver(site.app.smtpPort, mail('later'))).rcpt[0]?.slice(0, 3)

  beforeEach(async () => {
    count++
    told = []
    name = `lapse${count}.test`
    ann = await makePerson(site, `ann${count}`)
    bob = await makePerson(site, `bob${count}`)
    id = await claim(ann)
    await publish(id)
    await look()
    expect((await domainOf(id, ann)).verified).toBe(true)
    box = await makeMailbox(site, 'info', ann.id, name)
    await receive(site, mail('old'))
  })

  it('stays in force for days, then receives and sends nothing, and its owner is told; nothing is deleted', async () => {
    texts.delete(ownershipName(name))
    const events = await openEvents(site, ann.token)
    await eventually('the stream has begun', () => events.comments.includes('welcome'))
    // The program itself may decide from the stored findings that it has been long enough.
    const heard = () => [...told, ...events.events.flatMap(({ data }) => (data.broke as string[]) ?? [])]
    await live(6)
    expect((await domainOf(id, ann)).verified).toBe(true)
    expect(heard()).toEqual([ownershipName(name)])
    expect(await answered()).toBe('250')
    await site.app.settled()
    await live(2)
    expect((await domainOf(id, ann)).verified).toBe(false)
    await eventually('the owner is told', () => heard().length === 2)
    events.close()
    const admin = await site.adminToken()
    const { list } = await site.ok('getAuditLog', { query: { q: name } }, admin)
    expect(list.map(row => row.action)).toContain('domainLapsed')
    expect(await answered()).toBe('550')
    expect((await site.call('createEmail', { body: { domain: name } }, ann.token)).status).toBe(400)
    const sending = { from: box.address, to: ['a@far.test'], subject: 's', html: 'x' }
    const sent = await site.call('sendEmail', { body: sending }, ann.token)
    expect(Object.keys(sent.body.fields ?? {})).toEqual(['from'])
    expect(await inbox(site, box.token)).toHaveLength(2)
  })

  it('is as it was when its owner proves it again', async () => {
    texts.set(ownershipName(name), { state: 'found', values: ['something else'] })
    await live(8)
    expect((await domainOf(id, ann)).verified).toBe(false)
    await publish(id)
    await look()
    expect((await domainOf(id, ann)).verified).toBe(true)
    expect(await answered()).toBe('250')
    await site.app.settled()
    expect(await inbox(site, box.token)).toHaveLength(2)
  })

  it('stays in force while nobody answers, however long', async () => {
    texts.set(ownershipName(name), unanswered)
    await live(15)
    expect((await domainOf(id, ann)).verified).toBe(true)
    // One answer that the record is missing starts the days; a failed look-up does not end them.
    texts.delete(ownershipName(name))
    await look()
    texts.set(ownershipName(name), unanswered)
    await live(8)
    expect((await domainOf(id, ann)).verified).toBe(true)
  })

  it('is not in force for ever because somebody looked at it while nobody answered', async () => {
    await site.app.db.transaction(tx =>
      tx.updateTable('domain_record').set({ state: 'unknown' }).where('domain_id', '=', id).execute(),
    )
    texts.delete(ownershipName(name))
    await look()
    expect(told).toEqual([ownershipName(name)])
    await live(8)
    expect((await domainOf(id, ann)).verified).toBe(false)
  })

  it('that the operator vouches for has no proof to lose', async () => {
    await site.app.db.transaction(tx =>
      tx.updateTable('domain').set({ token: '' }).where('id', '=', id).execute(),
    )
    texts.delete(ownershipName(name))
    await live(8)
    expect((await domainOf(id, ann)).verified).toBe(true)
  })

  it('goes to another who proves it, without a mailbox or a mail of before', async () => {
    expect((await site.call('addDomain', { body: { name } }, bob.token)).status).toBe(409)
    texts.delete(ownershipName(name))
    await live(8)
    const next = await claim(bob)
    await publish(next)
    await eventually('the name has changed hands', async () => {
      await look()
      site.clock.advance(minute)
      await site.app.runJobs()
      return (await domainOf(next, bob)).verified
    })
    expect((await site.call('getDkim', { query: { id } }, ann.token)).status).toBe(404)
    expect((await site.call('getInbox', { query: {} }, box.token)).status).toBe(401)
    const again = await makeMailbox(site, 'info', bob.id, name)
    await receive(site, { to: again.address, raw: plainMail({ subject: 'new' }) })
    expect((await inbox(site, again.token)).map(({ subject }) => subject)).toEqual(['new'])
    expect((await inbox(site, bob.token)).map(({ subject }) => subject)).toEqual(['new'])
    expect(await inbox(site, ann.token)).toEqual([])
  })
})

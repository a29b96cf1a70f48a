import type { FilterRule, MailRow } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything, unlimited } from '../../identity/access.ts'
import type { LetterScope, LoggedIn } from '../../kernel/call/caller.ts'
import { minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeDomain, makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { evaluateFilters } from './evaluate.ts'
import type { ActiveRule, FilterFacts } from './filter.ts'
import { type PutMail, putMail } from './testing/put-mail.ts'
import { condition, sampleFacts, sampleRule } from './testing/sample-facts.ts'
import { maxHitsShown, maxMailsTried, type TryResult, tryFilter } from './try-filter.ts'

const listRow = (id: string): MailRow => ({
  id,
  mailboxId: 'm',
  address: 'a@yanshu.test',
  from: { name: '', address: '' },
  to: [],
  subject: '',
  preview: '',
  receivedAt: '2026-01-01T00:00:00Z',
  read: false,
  starred: false,
  folder: 'inbox',
  labels: [],
  code: null,
  link: null,
  attachmentCount: 0,
  size: 0,
  spamScore: 0,
})

describe.each(databaseKinds)('trying a rule on %s', kind => {
  let site: TestApp
  let owner: Person
  let domainId: string
  let mine: TestMailbox
  let onOwnDomain: TestMailbox
  let theirs: TestMailbox
  let facts: Map<number, FilterFacts>
  let asked: number[][] = []

  const account = (person: Person, role: 'user' | 'admin' = 'user'): LoggedIn => ({
    role,
    client: '127.0.0.1',
    agent: 'test',
    sessionId: null,
    accountId: person.id,
    name: person.username,
    pages: [],
    can: everything,
    limits: unlimited,
  })
  const login = (mailbox: TestMailbox): LoggedIn => ({
    role: 'mailbox',
    client: '127.0.0.1',
    agent: 'test',
    sessionId: 's',
    mailboxId: mailbox.id,
    address: mailbox.address,
    maySend: false,
  })

  function attempt(
    caller: LoggedIn,
    change: Partial<FilterRule> = {},
    signal = new AbortController().signal,
  ) {
    asked = []
    const deps = {
      db: site.app.db,
      factsOf: async (seqs: number[]) => {
        asked.push(seqs)
        return new Map(seqs.flatMap(seq => (facts.has(seq) ? [[seq, facts.get(seq) ?? sampleFacts()]] : [])))
      },
      clock: site.clock,
      judge: async (rule: ActiveRule, list: FilterFacts[]) =>
        list.map(seen => evaluateFilters([rule], seen).hitIds.length > 0),
      // In another order than asked for, as a database may answer.
      rowsOf: async (_: LetterScope, ids: string[]) => {
        if (ids.length === 0) throw new Error('asked for no rows')
        return ids.map(listRow).reverse()
      },
    }
    return tryFilter(deps, caller, sampleRule(change), signal)
  }
  const counts = ({ tested, hits, withCode }: TryResult) => [tested, hits, withCode]

  /** Puts the same mail so many times; answers the ids. */
  function put(mail: PutMail, seen: Partial<FilterFacts> = {}, times = 1): Promise<string[]> {
    return site.app.db.transaction(async tx => {
      const ids: string[] = []
      for (let i = 0; i < times; i++) {
        const { id, messageSeq } = await putMail(tx, mail, site.clock.now())
        facts.set(messageSeq, sampleFacts(seen))
        ids.push(id)
      }
      return ids
    })
  }

  beforeAll(async () => {
    facts = new Map()
    site = await startTestApp(kind)
    owner = await makePerson(site, 'owner')
    const stranger = await makePerson(site, 'stranger')
    domainId = await makeDomain(site, 'own.example', { ownerId: owner.id })
    mine = await makeMailbox(site, 'mine', owner.id)
    onOwnDomain = await makeMailbox(site, 'second', owner.id, 'own.example')
    theirs = await makeMailbox(site, 'theirs', stranger.id)
    const toMine = { mailboxId: mine.id, ownerId: owner.id }
    await put(toMine, { recipients: [] })
    await put({ ...toMine, folder: 'spam' }, { hasCode: true })
    await put({ ...toMine, folder: 'trash' }, { subject: '你好' })
    await put({ mailboxId: onOwnDomain.id, ownerId: owner.id }, { hasCode: true })
    await put({ mailboxId: theirs.id, ownerId: stranger.id })
    // One whose message can no longer be read.
    await site.app.db.transaction(tx => putMail(tx, toMine, site.clock.now()))
  })
  afterAll(() => site.stop())

  it('looks at the mails of all folders that the caller reaches, and at no others', async () => {
    expect(counts(await attempt(account(owner)))).toEqual([4, 3, 2])
    expect(counts(await attempt(login(mine)))).toEqual([3, 2, 1])
    // A rule of an admin for everyone is tried on the admin's own mail too.
    const scope = { kind: 'all', everyone: true } as const
    expect(counts(await attempt(account(owner, 'admin'), { scope }))).toEqual([4, 3, 2])
  })

  it('answers without a row when nothing is hit', async () => {
    const conditions = [condition('subject', 'contains', '没有这样的主题')]
    expect(await attempt(account(owner), { conditions })).toEqual({
      tested: 4,
      hits: 0,
      withCode: 0,
      list: [],
    })
  })

  it('keeps to the scope of the rule', async () => {
    expect(counts(await attempt(account(owner), { scope: { kind: 'domain', id: domainId } }))).toEqual([
      1, 1, 1,
    ])
    expect(counts(await attempt(account(owner), { scope: { kind: 'mailbox', id: mine.id } }))).toEqual([
      3, 2, 1,
    ])
  })

  it("does not find another's mailbox or domain", async () => {
    const scope = { kind: 'mailbox', id: theirs.id } as const
    await expect(attempt(account(owner), { scope })).rejects.toMatchObject({ code: 'notFound' })
    await expect(attempt(login(mine), { scope })).rejects.toMatchObject({ code: 'notFound' })
    const domain = { kind: 'domain', id: domainId } as const
    await expect(attempt(login(mine), { scope: domain })).rejects.toMatchObject({ code: 'notFound' })
    expect(asked).toEqual([])
  })

  it('knows which mailbox a mail came to', async () => {
    const conditions = [condition('to', 'equals', mine.address)]
    expect(counts(await attempt(account(owner), { conditions }))).toEqual([4, 3, 1])
  })

  it('asks for conditions that make sense', async () => {
    const conditions = [condition('subject', 'matches', '([')]
    await expect(attempt(account(owner), { conditions })).rejects.toMatchObject({
      details: { fields: { 'conditions.0.value': '正则写得不对' } },
    })
  })

  it('is not to be had without end', async () => {
    const eager = await makeMailbox(site, 'eager')
    for (let times = 0; times < 30; times++) await attempt(login(eager))
    await expect(attempt(login(eager))).rejects.toMatchObject({ code: 'tooMany' })
    site.clock.advance(minute)
    expect(counts(await attempt(login(eager)))).toEqual([0, 0, 0])
  })

  it('stops when the one who asked has gone', async () => {
    const gone = AbortSignal.abort()
    expect(counts(await attempt(account(owner), {}, gone))).toEqual([0, 0, 0])
    expect(asked).toEqual([])
  })

  it('tries the last thousand, a few at a time, and shows the newest hits first', async () => {
    const crowd = await makeMailbox(site, 'crowd')
    const made = await put({ mailboxId: crowd.id, ownerId: null }, {}, maxMailsTried + 5)
    const result = await attempt(login(crowd))
    expect(counts(result)).toEqual([maxMailsTried, maxMailsTried, 0])
    expect(result.list.map(row => row.id)).toEqual(made.toReversed().slice(0, maxHitsShown))
    expect(Math.max(...asked.map(seqs => seqs.length))).toBeLessThanOrEqual(50)
  })
})

/** Two programs and the page on one mailbox, in any order: the rules about numbers hold, and all end with the same view. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putMail } from '../../inbound/filter/testing/put-mail.ts'
import { countUpMailbox } from '../../inbound/process/mailbox-repository.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { plainMail, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'
import {
  accountOf,
  catchUp,
  done,
  folderAt,
  openReplica,
  programOf,
  type Replica,
} from './testing/test-account.ts'
import type { ImapAccount } from './types.ts'

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(1, list.length)]

const flags = [['\\Seen'], ['\\Flagged'], ['\\Answered', 'Work'], ['\\Deleted']] as const

type Step = { who: 0 | 1 | 2 | 3; act: number; at: number; to: number }

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom(0, 1, 2, 3),
  act: fc.nat(5),
  at: fc.nat(20),
  to: fc.nat(2),
})

describe.each(databaseKinds)('histories of two programs and a page on %s', kind => {
  let site: TestApp
  let names = 0

  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())

  type World = {
    ann: Person
    box: TestMailbox
    programs: readonly { account: ImapAccount; replicas: readonly Replica[] }[]
    /** As the page names the folders, in the order of the replicas. */
    keys: readonly string[]
  }

  async function makeWorld(): Promise<World> {
    names++
    const ann = await makePerson(site, `ann-${names}`)
    const box = await makeMailbox(site, `box${names}`, ann.id)
    const accounts = [accountOf(site, box, programOf(site)), accountOf(site, box, programOf(site))] as const
    const own = done(await accounts[0].createFolder(['Own'])).id
    const ids = [await folderAt(accounts[0], 'INBOX'), await folderAt(accounts[0], 'Trash'), own]
    const programs = await Promise.all(
      accounts.map(async account => ({
        account,
        replicas: await Promise.all(ids.map(id => openReplica(account, id))),
      })),
    )
    return { ann, box, programs, keys: ['inbox', 'trash', own] }
  }

  async function actOnPage({ ann, box, keys }: World, { act, at, to }: Step): Promise<void> {
    const folder = keys[at % keys.length]
    const { list } = await site.ok('getInbox', { query: { mailbox: box.id, folder } }, ann.token)
    const mail = pick(list, at)
    if (!mail) return
    const ids = [mail.id]
    if (act < 2) await site.call('updateEmail', { body: { ids, folder: keys[to] } }, ann.token)
    else if (act === 2) await site.call('updateEmail', { body: { ids, starred: !mail.starred } }, ann.token)
    else if (act === 3) await site.call('setReadEmail', { body: { ids, read: !mail.read } }, ann.token)
    else await site.call('delEmail', { body: { ids } }, ann.token)
  }

  async function actInProgram(world: World, { who, act, at, to }: Step): Promise<void> {
    const { account, replicas } = world.programs[who === 1 ? 1 : 0] ?? { account: null, replicas: [] }
    const replica = pick(replicas, at)
    const target = replicas[to]
    if (!account || !replica || !target) return
    const uid = pick([...replica.messages.keys()], at)
    const change = flags[at % flags.length] ?? []
    if (act === 0) await account.append(replica.id, [{ raw: plainMail(), flags: change, internalDate: null }])
    else if (act === 1) done(await account.expunge(replica.id, null))
    else if (uid === undefined) return
    else if (act === 2) done(await account.move(replica.id, [uid], target.id))
    else if (act === 3) done(await account.copy(replica.id, [uid], target.id))
    else if (act === 4)
      done(await account.setFlags(replica.id, [uid], { how: 'add', flags: change, unchangedSince: null }))
    else for (const one of replicas) await catchUp(account, one)
  }

  const actAs = (world: World, one: Step): Promise<unknown> => {
    if (one.who === 3)
      return site.app.db.transaction(async tx => {
        // As mail that arrives: the mailbox is held before the mail gets its number.
        await countUpMailbox(tx, world.box.id, 1, 1, 0)
        await putMail(tx, { mailboxId: world.box.id, ownerId: world.ann.id }, site.clock.now())
      })
    return one.who === 2 ? actOnPage(world, one) : actInProgram(world, one)
  }

  const viewOf = ({ messages }: Replica) =>
    [...messages].sort(([a], [b]) => a - b).map(([uid, message]) => [uid, ...message.flags])

  async function endsAlike({ programs, ann, box, keys }: World): Promise<void> {
    for (const [at, key] of keys.entries()) {
      const views = []
      for (const { account, replicas } of programs) {
        const replica = replicas[at]
        if (!replica) continue
        await catchUp(account, replica)
        views.push(viewOf(replica))
        views.push(viewOf(await openReplica(account, replica.id)))
      }
      for (const view of views) expect(view).toEqual(views[0])
      const { list } = await site.ok(
        'getInbox',
        { query: { mailbox: box.id, folder: key, pageSize: 100 } },
        ann.token,
      )
      expect(list).toHaveLength(views[0]?.length ?? -1)
    }
  }

  it.each([['one after the other'], ['at once']])('end alike when things happen %s', async how => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async steps => {
        const world = await makeWorld()
        if (how === 'at once') {
          for (let at = 0; at < steps.length; at += 5)
            // A program that catches up is one thing at a time, as a session is.
            await Promise.all(
              steps
                .slice(at, at + 5)
                .map(one => actAs(world, one.who < 2 && one.act === 5 ? { ...one, act: 4 } : one)),
            )
        } else for (const one of steps) await actAs(world, one)
        await endsAlike(world)
      }),
      { numRuns: 8 },
    )
  })
})

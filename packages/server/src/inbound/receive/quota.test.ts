import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unlimited } from '../../identity/access.ts'
import { findMailboxByAddress, updateMailbox } from '../../mailbox/account/repository.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { makeMailbox, makePerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { createQuota, type Quota, type Room } from './quota.ts'

describe.each(databaseKinds)('room in a mailbox on %s', kind => {
  let site: TestApp
  let quota: Quota
  let id: string
  let address: string
  let made = 0

  beforeAll(async () => {
    site = await startTestApp(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    const box = await makeMailbox(site, `room${++made}`)
    id = box.id
    address = box.address
    quota = createQuota({ db: site.app.db, clock: site.clock })
  })

  const change = (columns: Parameters<typeof updateMailbox>[2]) =>
    site.app.db.transaction(tx => updateMailbox(tx, id, columns))

  async function roomWith(columns: Parameters<typeof updateMailbox>[2]): Promise<Room> {
    await change(columns)
    const row = await findMailboxByAddress(site.app.db.query, address)
    if (!row) throw new Error('no mailbox')
    return row
  }

  /** Stores the mail that was accepted under this number. */
  async function arrive(seq: number, received: number): Promise<void> {
    await change({ received })
    quota.arrived(seq)
  }

  it('is given in the order in which messages came, however many come at once', async () => {
    const room = await roomWith({ kind: 'temporary', end_after_mails: 2 })
    const held = Array.from({ length: 5 }, () => quota.hold([room], 100))
    const answers = held.map(message => message.whyNot(room))
    expect(await answers[0]).toBeNull()
    expect(await answers[1]).toBeNull()
    held[0]?.until(1)
    held[1]?.until(2)
    await arrive(1, 1)
    await arrive(2, 2)
    for (const [index, message] of held.slice(2).entries()) {
      expect(await answers[index + 2]).toBe('ended')
      message.release()
    }
  })

  it('goes to the next when the one before is refused after all', async () => {
    const room = await roomWith({ kind: 'temporary', end_after_mails: 1 })
    const [first, second] = [quota.hold([room], 100), quota.hold([room], 100)]
    const answer = second.whyNot(room)
    first.release()
    expect(await answer).toBeNull()
  })

  it('does not count a mail twice that is stored already and not yet known to be', async () => {
    const room = await roomWith({ kind: 'temporary', end_after_mails: 2 })
    quota.hold([room], 100).until(1)
    await change({ received: 1 })
    const answer = quota.hold([room], 100).whyNot(room)
    quota.arrived(1)
    expect(await answer).toBeNull()
  })

  it('is refused for a while, not for good, when it does not show in time who fills it', async () => {
    quota = createQuota({ db: site.app.db, clock: site.clock, patienceMs: 5 })
    const room = await roomWith({ kind: 'temporary', end_after_mails: 1 })
    quota.hold([room], 100).until(1)
    expect(await quota.hold([room], 100).whyNot(room)).toBe('busy')
  })

  it('is refused at once when the mailbox has had its mails, whoever is still on the way', async () => {
    const room = await roomWith({ kind: 'temporary', end_after_mails: 1, received: 0 })
    quota.hold([room], 100)
    await change({ received: 1 })
    expect(await quota.hold([room], 100).whyNot(room)).toBe('ended')
  })

  it('counts octets of those before, not of those after', async () => {
    const room = await roomWith({ quota_bytes: 1000, used_bytes: 0 })
    const held = [400, 400, 400, 100].map(size => quota.hold([room], size))
    const answers = await Promise.all(held.map(message => message.whyNot(room)))
    expect(answers).toEqual([null, null, 'overQuota', 'overQuota'])
    held[2]?.release()
    expect(await held[3]?.whyNot(room)).toBeNull()
    expect(await quota.overQuota(room, 200)).toBe(true)
    expect(await quota.overQuota(room, 50)).toBe(false)
  })

  it('counts the same for the storage of an account, over all its mailboxes', async () => {
    const owner = await makePerson(site, `owner${made}`, {
      role: 'user',
      limits: { ...unlimited, storageMb: 1 },
    })
    const room = await roomWith({ owner_id: owner.id, used_bytes: 0 })
    const other: Room = { ...room, id: null }
    const held = [
      quota.hold([room, other], 300_000),
      quota.hold([other], 400_000),
      quota.hold([room], 500_000),
    ]
    const answers = await Promise.all(held.map(message => message.whyNot(other)))
    expect(answers).toEqual([null, null, 'overQuota'])
    held[0]?.release()
    expect(await held[2]?.whyNot(room)).toBeNull()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minute } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { inbox, plainMail, receive, subjects } from '../../testing/mail-site.ts'
import { makeSender, type OutboundSite, type Sender, startOutboundSite } from '../../testing/outbound-site.ts'

describe.each(databaseKinds)('mailboxes that forward to each other on %s', kind => {
  let out: OutboundSite
  beforeAll(async () => {
    out = await startOutboundSite(kind)
  })
  afterAll(() => out.stop())

  const forward = ({ person, box }: Sender, to: readonly string[]) =>
    out.site.ok('setForwarding', { body: { mailbox: box.id, to, keep: true } }, person.token)

  const forwards = async (...boxes: readonly Sender[]) => {
    const rows = await out.site.app.db.query
      .selectFrom('outgoing')
      .select(['pending'])
      .where('kind', '=', 'forward')
      .where(
        'mailbox_id',
        'in',
        boxes.map(({ box }) => box.id),
      )
      .execute()
    return { all: rows.length, pending: rows.filter(row => row.pending > 0).length }
  }

  /** Delivers everything until nothing moves any more; an endless circle would go round far more often. */
  async function goRound(...boxes: readonly Sender[]): Promise<void> {
    for (let round = 0; round < 10; round++) {
      await out.site.app.deliverDue()
      await out.site.app.settled()
      out.site.clock.advance(minute)
    }
    expect((await forwards(...boxes)).pending).toBe(0)
  }

  it('two of them: the mail comes back once and stays', async () => {
    const ann = await makeSender(out.site, 'ann')
    const bob = await makeSender(out.site, 'bob')
    await forward(ann, [bob.box.address])
    await forward(bob, [ann.box.address])
    await receive(out.site, { to: ann.box.address, raw: plainMail({ subject: 'round' }) })
    await goRound(ann, bob)
    expect(subjects(await inbox(out.site, ann.person.token))).toEqual(['round', 'round'])
    expect(subjects(await inbox(out.site, bob.person.token))).toEqual(['round'])
    expect(await forwards(ann, bob)).toEqual({ all: 2, pending: 0 })
  })

  it('three of them, each to both others: it passes each at most once on every way', async () => {
    const three = [
      await makeSender(out.site, 'one'),
      await makeSender(out.site, 'two'),
      await makeSender(out.site, 'three'),
    ]
    for (const each of three)
      await forward(
        each,
        three.filter(other => other !== each).map(({ box }) => box.address),
      )
    await receive(out.site, { to: three[0]?.box.address ?? '', raw: plainMail({ subject: 'round' }) })
    await goRound(...three)
    // One mailbox passes it on to two and three, and then each of those passes on the other's copy.
    expect(await forwards(...three)).toEqual({ all: 5, pending: 0 })
    const counts = await Promise.all(
      three.map(async ({ person }) => (await inbox(out.site, person.token)).length),
    )
    expect(counts).toEqual([5, 3, 3])
  })
})

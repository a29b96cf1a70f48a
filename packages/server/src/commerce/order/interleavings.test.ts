/**
 * Whatever order things happen in, and wherever the program stops in between: never two mailboxes for one payment, and
 * never a payment without a mailbox, a credit or an open case. A schedule is drawn, run against the real database, and
 * judged by the books.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db, Tx } from '../../database/types.ts'
import { minute } from '../../kernel/clock.ts'
import { newId } from '../../kernel/ids.ts'
import { createLog } from '../../kernel/log.ts'
import { createSecrets } from '../../kernel/secrets.ts'
import { fact } from '../../ledger/fact/fact.ts'
import { holdAddress, releaseHolds } from '../../mailbox/account/hold.ts'
import { insertMailbox, newMailboxRow } from '../../mailbox/account/repository.ts'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../../testing/databases.ts'
import { nothingRests } from '../../testing/nothing-rests.ts'
import { codeHasher } from '../card/card-code.ts'
import { deliverLeftOver } from './deliver-order.ts'
import { expireOrders } from './expire-orders.ts'
import { moveOrder } from './move-order.ts'
import { actors, newOrderNo } from './order.ts'
import { findOrder, insertOrder, lockOrder, type OrderRow } from './repository.ts'
import { type NoticeDeps, takeNotice } from './take-notice.ts'

const price = 300
const domain = { id: 'd1', name: 'shop.example' }

type Step =
  | { do: 'notice'; order: number; trade: number }
  | { do: 'expire' }
  | { do: 'deliver' }
  | { do: 'refund'; order: number }
  | { do: 'squat' }
  | { do: 'cards'; open: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('notice' as const), order: fc.nat(1), trade: fc.nat(2) }),
  },
  fc.constant({ do: 'expire' as const }),
  fc.constant({ do: 'deliver' as const }),
  fc.record({ do: fc.constant('refund' as const), order: fc.nat(1) }),
  fc.constant({ do: 'squat' as const }),
  fc.record({ do: fc.constant('cards' as const), open: fc.boolean() }),
)

/** Steps that run at once, and after how many transactions the program stops in the middle of them. */
const round = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  crashAt: fc.option(fc.nat(4), { nil: null, freq: 3 }),
})
const schedule = fc.record({ renew: fc.boolean(), rounds: fc.array(round, { minLength: 1, maxLength: 5 }) })

class Crash extends Error {}

describe.each(databaseKinds)('any order of events on %s', kind => {
  let place: TestPlace
  let db: Db
  beforeAll(async () => {
    place = await makePlace(kind)
    db = await openPlace(place)
  })
  afterAll(async () => {
    await db.close()
    await place.remove()
  })

  let now = Date.now()
  let cardsOpen = true
  let transactionsLeft: number | null = null

  /** Once the crash has come nothing is written any more until the next round; a transaction may also die in its middle. */
  const crashing: Db = {
    kind,
    get query() {
      return db.query
    },
    get aside() {
      return db.aside
    },
    get bus() {
      return db.bus
    },
    ping: () => db.ping(),
    close: () => Promise.resolve(),
    async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      if (transactionsLeft === null) return db.transaction(work)
      if (transactionsLeft < 0) throw new Crash()
      const last = transactionsLeft === 0
      transactionsLeft--
      return db.transaction(async tx => {
        const result = await work(tx)
        if (last) throw new Crash()
        return result
      })
    },
  }
  const secrets = createSecrets('a master key for tests')
  const deps: NoticeDeps = {
    db: crashing,
    clock: { now: () => now },
    secrets,
    resting: nothingRests,
    hashCode: codeHasher(secrets),
    log: createLog('silent'),
    creditIsOpen: async () => cardsOpen,
    queueNews: async () => undefined,
    announce: async () => undefined,
  }

  async function empty(): Promise<void> {
    await db.transaction(async tx => {
      for (const table of [
        'pay_case',
        'payment',
        'order_event',
        'shop_order',
        'provision',
        'address_hold',
      ] as const)
        await tx.deleteFrom(table).execute()
      for (const table of ['card', 'card_batch', 'mailbox', 'domain'] as const)
        await tx.deleteFrom(table).execute()
      await tx
        .insertInto('domain')
        .values({ ...domainRow, ...domain })
        .execute()
    })
  }
  const domainRow = {
    owner_id: null,
    open: 0 as const,
    store: 1 as const,
    catch_all: 0 as const,
    subdomains: 0 as const,
    verified_at: 0,
    created_at: 0,
  }

  const accountRow = (localPart: string) =>
    newMailboxRow({
      id: newId(now),
      localPart,
      domain,
      kind: 'account',
      ownerId: null,
      passwordHash: null,
      note: '',
      now,
      expires_at: now + 10 * minute,
      end_after_mails: null,
      end_after_code: 0,
    })

  const orderRow = (renew: boolean): OrderRow => ({
    id: newId(now),
    order_no: newOrderNo(),
    claim_hash: newId(now),
    phone: '13800138000',
    query_hash: '',
    status: 'pending',
    renew: renew ? 1 : 0,
    address: `${renew ? 'old' : 'name'}@${domain.name}`,
    local_part: renew ? 'old' : 'name',
    domain_id: domain.id,
    domain_name: domain.name,
    seller_id: null,
    plan_id: 'p',
    plan_name: '一个月',
    days: 30,
    quota_bytes: null,
    may_send: 0,
    price,
    paid: 0,
    refunded: 0,
    way: 'epay',
    channel: 'alipay',
    gateway_ref: '',
    trade_no: '',
    pay_url: '',
    pay_qr: '',
    mailbox_id: null,
    mailbox_expires_at: null,
    note: '',
    client: '',
    created_at: now,
    hold_until: now + 15 * minute,
    paid_at: null,
    done_at: null,
    collected_at: null,
    next_check_at: null,
    checks: 0,
  })

  /** Two orders of one name: the first holds it; the second was made after the first lost it. */
  async function makeOrders(renew: boolean): Promise<OrderRow[]> {
    const orders = [orderRow(renew), orderRow(renew)]
    await db.transaction(async tx => {
      const old = accountRow('old')
      if (renew) await insertMailbox(tx, nothingRests, old)
      for (const [at, order] of orders.entries()) {
        if (renew) order.mailbox_id = old.id
        if (!renew && at === 0)
          await holdAddress(
            tx,
            nothingRests,
            { address: order.address, holder: order.id, until: order.hold_until },
            now,
          )
        await insertOrder(tx, order)
      }
    })
    return orders
  }

  async function refund(order: OrderRow): Promise<void> {
    await crashing.transaction(async tx => {
      const current = await lockOrder(tx, kind, order.id)
      if (current?.status !== 'paid' && current?.status !== 'done') return
      const change = { refunded: current.paid }
      await moveOrder(
        tx,
        current,
        { to: 'refunded', change, actor: actors.system, text: fact('orderClosed', { note: '' }) },
        now,
      )
      await releaseHolds(tx, order.id)
    })
  }

  const run = async (orders: readonly OrderRow[], one: Step): Promise<unknown> => {
    switch (one.do) {
      case 'notice': {
        const orderNo = orders[one.order]?.order_no ?? ''
        const notice = { way: 'epay' as const, orderNo, tradeNo: `${orderNo}-${one.trade}`, amount: price }
        if (await takeNotice(deps, notice, { client: '' })) acknowledged.add(notice.tradeNo)
        return
      }
      case 'expire':
        now += 16 * minute
        return expireOrders(deps)
      case 'deliver':
        return deliverLeftOver(deps, cause => {
          throw cause
        })
      case 'refund':
        return orders[one.order] && refund(orders[one.order] as OrderRow)
      case 'squat':
        return crashing.transaction(tx => insertMailbox(tx, nothingRests, accountRow('name')))
      case 'cards':
        cardsOpen = one.open
    }
  }

  /** Trade numbers to which the gateway was told that all is well. */
  let acknowledged = new Set<string>()

  async function judge(orders: readonly OrderRow[]): Promise<void> {
    const payments = await db.query.selectFrom('payment').selectAll().execute()
    const provisions = await db.query.selectFrom('provision').selectAll().execute()
    const cases = await db.query.selectFrom('pay_case').selectAll().execute()
    const events = await db.query.selectFrom('order_event').selectAll().orderBy('seq').execute()
    for (const trade of acknowledged) expect(payments.map(payment => payment.trade_no)).toContain(trade)
    for (const { id } of orders) {
      const order = await findOrder(db.query, id)
      const mine = payments.filter(payment => payment.order_id === id)
      const handed = provisions.filter(row => row.key === `order:${id}`)
      const bought = mine.filter(payment => payment.became === 'order')
      const openCase = (payment: (typeof mine)[number]) =>
        cases.some(one => one.trade_no === payment.trade_no && one.settled_at === null)
      // At most one payment buys, and what it buys is handed out at most once.
      expect(bought.length).toBeLessThanOrEqual(1)
      expect(handed.length).toBeLessThanOrEqual(1)
      if (handed.length === 1) expect(['done', 'refunded']).toContain(order?.status)
      if (order?.status === 'done') expect([bought.length, handed.length]).toEqual([1, 1])
      for (const payment of mine) {
        if (payment.became === 'credit') expect(payment.credit_code).not.toBe('')
        else if (payment.became === 'case') expect(openCase(payment)).toBe(true)
        else if (order?.status === 'paid') expect(openCase(payment)).toBe(true)
        else expect(['done', 'refunded']).toContain(order?.status)
      }
      // The history is a walk through the machine.
      const walked = events.filter(event => event.order_id === id && event.from_status !== event.to_status)
      expect(walked.at(-1)?.to_status ?? 'pending').toBe(order?.status)
    }
    // A credit is a code with that very balance.
    const credits = payments.filter(payment => payment.became === 'credit')
    for (const { card_id } of credits) {
      const card = await db.query
        .selectFrom('card')
        .select('balance')
        .where('id', '=', card_id)
        .executeTakeFirst()
      expect(card?.balance).toBe(price)
    }
    const cards = await db.query.selectFrom('card').select('id').execute()
    expect(cards).toHaveLength(credits.length)
  }

  it('leaves the books right', async () => {
    await fc.assert(
      fc.asyncProperty(schedule, async ({ renew, rounds }) => {
        await empty()
        now = Date.now()
        cardsOpen = true
        acknowledged = new Set()
        const orders = await makeOrders(renew)
        for (const { steps, crashAt } of rounds) {
          transactionsLeft = crashAt
          await Promise.allSettled(steps.map(one => run(orders, one)))
          transactionsLeft = null
        }
        // The program is up again: its jobs run, and the gateway repeats what was never acknowledged.
        await run(orders, { do: 'deliver' })
        await judge(orders)
      }),
      { numRuns: kind === 'sqlite' ? 80 : 40, interruptAfterTimeLimit: 20_000 },
    )
  })
})

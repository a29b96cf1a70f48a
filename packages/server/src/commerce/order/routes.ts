import { findDomain } from '../../domain/domains.ts'
import { accountIdOf, asAccount } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import { tableHeaders } from '../../kernel/call/file-headers.ts'
import { type Handlers, RawAnswer } from '../../kernel/call/handlers.ts'
import { isoTime, isoTimeOrNull, second } from '../../kernel/clock.ts'
import { hashToken } from '../../kernel/ids.ts'
import { judgeNames, samples, suggestions } from '../catalog/names.ts'
import { planInStore } from '../catalog/plan.ts'
import { listGoods } from '../catalog/repository.ts'
import { commerceWords } from '../words/words.ts'
import { type BuyDeps, buy } from './buy.ts'
import { type Collected, collect, resetPassword } from './collect.ts'
import { exportOrders } from './export-orders.ts'
import {
  closeOrder,
  listCases,
  listOrders,
  type ManageOrdersDeps,
  markPaid,
  noteOrder,
  orderHistory,
  refundOrder,
  settleOne,
} from './manage-orders.ts'
import { noteOpened, proveOrder, queryOrders, recheck, waitForChange } from './open-order.ts'
import { countNameCheck } from './order-guard.ts'
import { byHand, maskedRow, shownOwnOrder } from './own-order.ts'
import { payOptions } from './pay-options.ts'
import { findOrder, findOrderByClaim, type OrderFilter } from './repository.ts'

const shownAccount = ({ expiresAt, ...account }: Collected) => ({
  ...account,
  expiresAt: isoTimeOrNull(expiresAt),
})

const unknownName = { state: 'taken', namePrice: 0, restsUntil: null } as const

/** The store page: everyone's calls. */
export function storeRoutes(deps: BuyDeps) {
  const names = { query: deps.db.query, resting: deps.resting }
  return {
    async getAdminDomains() {
      const site = await deps.site.read()
      const asked = { reservedNames: site.reservedNames, now: deps.clock.now() }
      const goods = site.store ? await listGoods(deps.db.query) : []
      const list = []
      for (const plans of goods) {
        const [first] = plans
        if (!first) continue
        const domain = { id: first.domain_id, name: first.domain_name }
        const free = await samples(names, domain, asked)
        list.push({ ...domain, plans: plans.map(planInStore), samples: free })
      }
      return {
        open: site.store,
        list,
        payOptions: payOptions(deps.gateways, site),
        phoneRule: site.phoneRule,
        holdMinutes: site.holdMinutes,
        byHandMinutes: site.payByHandMinutes,
      }
    },

    async checkName({ query, header, caller }) {
      await countNameCheck(deps, caller.client)
      const site = await deps.site.read()
      const domain = await findDomain(deps.db.query, query.domainId)
      if (domain?.store !== 1 || !site.store)
        throw new AppError('notFound', { msg: commerceWords.notForSale })
      const { localPart } = query
      const claimToken = header('x-claim-token') ?? query.claimToken
      const mine = claimToken ? await findOrderByClaim(deps.db.query, hashToken(claimToken)) : undefined
      const asked = { reservedNames: site.reservedNames, now: deps.clock.now() }
      const verdicts = await judgeNames(names, domain, [localPart], { ...asked, mine: mine?.id })
      const { state, namePrice, restsUntil } = verdicts.get(localPart) ?? unknownName
      return {
        ...{ localPart, state, namePrice },
        restsUntil: isoTimeOrNull(restsUntil),
        suggestions: await suggestions(names, domain, localPart, asked),
      }
    },

    async buyEmail({ body, caller }) {
      const { client, agent } = caller
      const { order, claimToken, account } = await buy(deps, {
        domainId: body.domainId,
        planId: body.planId,
        localPart: body.localPart,
        renew: body.renew ?? false,
        phone: body.phone,
        queryPassword: body.queryPassword,
        pay: body.pay,
        expectPrice: body.expectPrice,
        instead: body.instead,
        proof: body.proof,
        accountId: accountIdOf(caller),
        client,
        agent,
      })
      return {
        orderNo: order.order_no,
        status: order.status,
        claimToken,
        price: order.price,
        holdUntil: isoTime(order.hold_until),
        ...(order.pay_url === '' ? {} : { payUrl: order.pay_url }),
        ...(order.pay_qr === '' ? {} : { payQr: order.pay_qr }),
        ...byHand(order, await deps.site.read()),
        ...(account ? { account: shownAccount(account) } : {}),
        ...(order.status === 'done' ? { expiresAt: isoTimeOrNull(order.mailbox_expires_at) } : {}),
      }
    },

    async queryOrder({ query, header, caller: { client, agent } }) {
      const { phone, orderNo } = query
      const password = header('x-query-password') ?? query.password
      const claimToken = header('x-claim-token') ?? query.claimToken
      const rows = await queryOrders(deps, { phone, orderNo, password, claimToken }, { client, agent })
      const list = []
      for (const { order, open } of rows) {
        const row = maskedRow(order)
        if (!open) list.push(row)
        else {
          const whole = await shownOwnOrder(deps, order)
          list.push({ ...row, orderNo: whole.orderNo, address: whole.address, order: whole })
        }
      }
      return { list }
    },

    async openOrder({ body, caller: { client, agent }, signal }) {
      const from = { client, agent }
      const proved = await proveOrder(deps, body, from)
      if (body.known === undefined || body.collect || body.resetPassword) await noteOpened(deps, proved, from)
      const wait = { known: body.known, ms: (body.waitSeconds ?? 0) * second, signal }
      const order = await waitForChange(deps, proved.order, wait)
      const account = body.resetPassword
        ? await resetPassword(deps, { ...proved, order }, from)
        : body.collect
          ? await collect(deps, order, from)
          : undefined
      const current = account ? ((await findOrder(deps.db.query, order.id)) ?? order) : order
      const shown = await shownOwnOrder(deps, current)
      return { order: shown, ...(account ? { account: shownAccount(account) } : {}) }
    },

    async recheckOrder({ body, caller: { client, agent } }) {
      const from = { client, agent }
      const proved = await proveOrder(deps, body, from)
      await noteOpened(deps, proved, from)
      const { order, found } = await recheck(deps, proved)
      return { order: await shownOwnOrder(deps, order), found }
    },
  } satisfies Partial<Handlers>
}

type FilterQuery = {
  q?: string | undefined
  state?: OrderFilter['state']
  way?: OrderFilter['way']
  domainId?: string | undefined
  openCase?: boolean | undefined
  from?: string | undefined
  to?: string | undefined
}

const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text)

const filterOf = (query: FilterQuery): OrderFilter => ({
  q: query.q,
  state: query.state,
  way: query.way,
  domainId: query.domainId,
  openCase: query.openCase,
  from: timeOf(query.from),
  to: timeOf(query.to),
})

/** The orders of those who sell. */
export function orderRoutes(deps: BuyDeps & ManageOrdersDeps) {
  /** Naming a domain that is not one's own is as if there were none. */
  async function checkDomain(
    caller: ReturnType<typeof asAccount>,
    domainId: string | undefined,
  ): Promise<void> {
    if (domainId === undefined) return
    const domain = await findDomain(deps.db.query, domainId)
    if (!domain || (caller.role !== 'admin' && domain.owner_id !== caller.accountId))
      throw new AppError('notFound')
  }

  return {
    async getOrders({ query, caller }) {
      const me = asAccount(caller)
      await checkDomain(me, query.domainId)
      return listOrders(deps, me, filterOf(query), {
        page: query.page ?? 1,
        pageSize: query.pageSize ?? 20,
        sort: query.sort ?? 'createdAt',
        order: query.order ?? 'desc',
      })
    },

    async exportOrders({ query, caller }) {
      const me = asAccount(caller)
      await checkDomain(me, query.domainId)
      const sort = { sort: query.sort ?? 'createdAt', order: query.order ?? 'desc' } as const
      const text = await exportOrders(deps, me, filterOf(query), sort)
      return new RawAnswer(tableHeaders('orders.csv'), Buffer.from(text))
    },

    getOrderHistory: ({ query, caller }) => orderHistory(deps, asAccount(caller), query.id),

    markPaid: async ({ body, caller }) => ({
      order: await markPaid(deps, asAccount(caller), { id: body.id, tradeNo: body.tradeNo, note: body.note }),
    }),

    closeOrder: async ({ body, caller }) => ({
      order: await closeOrder(deps, asAccount(caller), { id: body.id, note: body.note }),
    }),

    refundOrder: async ({ body, caller }) => ({
      order: await refundOrder(deps, asAccount(caller), {
        id: body.id,
        amount: body.amount,
        refundedBefore: body.refundedBefore,
        stopMailbox: body.stopMailbox ?? false,
        note: body.note,
      }),
    }),

    noteOrder: async ({ body, caller }) => ({
      order: await noteOrder(deps, asAccount(caller), { id: body.id, note: body.note }),
    }),

    getPayCases: ({ query }) =>
      listCases(deps, { open: query.open, page: query.page ?? 1, pageSize: query.pageSize ?? 20 }),

    async settlePayCase({ body, caller }) {
      await settleOne(deps, asAccount(caller), { id: body.id, note: body.note })
      return {}
    },

    async testGateway({ body }) {
      const gateway = deps.gateways.find(({ way }) => way === body.way)
      if (!gateway) throw new Error(`no gateway for ${body.way}`)
      return gateway.test()
    },
  } satisfies Partial<Handlers>
}

import { expect, it } from 'vitest'
import { createKeptOrders, type KeptOrder, readOrders } from './kept-orders.ts'

const order = (orderNo: string, given: Partial<KeptOrder> = {}): KeptOrder => ({
  orderNo,
  claimToken: `claim of ${orderNo}`,
  address: 'suixin@hongyan.test',
  renew: false,
  phone: '138****6021',
  madeAt: '2026-11-15T08:00:00.000Z',
  open: true,
  ...given,
})

function memory() {
  const kept = new Map<string, string>()
  return {
    kept,
    storage: () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }),
  }
}

it('is found again after a reload, the newest first', () => {
  const { storage } = memory()
  const before = createKeptOrders(storage).getState()
  before.keep(order('YS1'))
  before.keep(order('YS2'))
  expect(createKeptOrders(storage).getState().orders).toEqual([order('YS2'), order('YS1')])
})

it('keeps what another tab has added', () => {
  const { storage } = memory()
  const one = createKeptOrders(storage)
  const other = createKeptOrders(storage)
  one.getState().keep(order('YS1'))
  other.getState().keep(order('YS2'))
  one.getState().settle('YS1')
  expect(one.getState().orders.map(({ orderNo, open }) => [orderNo, open])).toEqual([
    ['YS2', true],
    ['YS1', false],
  ])
})

it('does not grow for ever', () => {
  const store = createKeptOrders(memory().storage)
  for (let n = 0; n < 30; n++) store.getState().keep(order(`YS${n}`))
  expect(store.getState().orders).toHaveLength(20)
  expect(store.getState().orders[0]?.orderNo).toBe('YS29')
})

it('leaves out what is strange, and lives without storage', () => {
  expect(readOrders('[{"orderNo":"YS1"},7,null]')).toEqual([])
  expect(readOrders('{')).toEqual([])
  const store = createKeptOrders(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  store.getState().keep(order('YS1'))
  expect(store.getState().orders).toHaveLength(1)
})

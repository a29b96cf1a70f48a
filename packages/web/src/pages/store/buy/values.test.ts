import type { Plan, StoreDomain } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { planLike } from './values.ts'

const plan = (id: string, name: string, days: number | null, recommended = false): Plan => ({
  ...{ id, name, days, recommended, hint: '', price: 100, renewPrice: 100, quotaMb: null, maySend: false },
})
const domain: StoreDomain = {
  id: 'd',
  name: 'hongyan.test',
  plans: [plan('m', '一个月', 30), plan('y', '一年', 365, true)],
  samples: [],
}

it('keeps to the plan that was chosen when the domain changes', () => {
  expect(planLike(domain, { name: '一个月', days: 30 })).toBe('m')
})

it('takes the recommended plan where there is none like it, else the first', () => {
  expect(planLike(domain, { name: '一个月', days: 31 })).toBe('y')
  expect(planLike({ ...domain, plans: [plan('f', '长期', null)] }, { name: '一年', days: 365 })).toBe('f')
})

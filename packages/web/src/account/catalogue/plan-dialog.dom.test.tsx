import { screen, waitFor } from '@testing-library/react'
import type { PlanRow } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { type Answers, Refused } from '../../testing/fake-server.ts'
import { button, fill, written } from '../../testing/look.ts'
import { openPart } from '../../testing/open-part.tsx'
import { PlanList } from './plan-list.tsx'

const before: PlanRow = {
  ...{ id: 'p1', domainId: 'd1', name: '一年', hint: '', days: 365, price: 2400, renewPrice: 2400 },
  ...{ quotaMb: 1024, maySend: false, recommended: false, onSale: true, sold: 0 },
}

const serverWith = (plan: PlanRow): Answers => ({
  getPlans: () => ({ list: [plan] }),
  editPlan: () => ({ plan }),
})

it('says who changed the same of a plan meanwhile, and lets one take that or keep the own', async () => {
  const { user, server } = openPart(<PlanList domainId="d1" />, {
    at: '/user/domain',
    answers: serverWith(before),
  })
  await user.click(await button('改一年'))
  const price = await screen.findByRole('spinbutton', { name: '价格（元）' })
  await fill(user, price, '30')
  await fill(user, screen.getByRole('textbox', { name: '名称' }), '整年')
  const now = { ...before, price: 3600, name: '十二个月' }
  const at = new Date().toISOString()
  server.answer({
    ...serverWith(now),
    editPlan: () => {
      throw new Refused('conflict', {
        changed: [
          { field: 'price', value: 3600, by: '李四', at },
          { field: 'name', value: '十二个月', by: '李四', at },
        ],
      })
    },
  })
  await user.click(await button('保存'))
  expect((await screen.findByText(/把价格改成了/)).textContent).toBe(
    '李四 刚刚把价格改成了¥36.00，这里是¥30.00。',
  )
  await user.click(await button('价格用对方的'))
  expect(written(price)).toBe('36')
  await user.click(await button('名称用我的'))
  server.answer(serverWith(now))
  await user.click(await button('保存'))
  await waitFor(() => expect(server.asked('editPlan')).toHaveLength(2))
  expect(server.asked('editPlan').map(({ body }) => body)).toEqual([
    { id: 'p1', name: '整年', price: 3000, seen: { name: '一年', price: 2400 } },
    { id: 'p1', name: '整年', seen: { name: '十二个月' } },
  ])
})

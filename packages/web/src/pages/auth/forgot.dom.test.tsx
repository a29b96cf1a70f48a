import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { openPart, visitor } from '../../testing/open-part.tsx'
import { Forgot } from './forgot.tsx'

it('sends buyers to their order, where phone and query password replace a mailbox password', async () => {
  useKeptSettings.setState({ settings: { store: true } })
  openPart(<Forgot />, { at: '/auth', answers: {}, as: visitor })
  const way = await screen.findByRole('link', { name: '查订单' })
  expect(way.getAttribute('href')).toBe('/store?tab=orders')
  screen.getByRole('heading', { name: '系统账号' })
})

it('says nothing of orders where nothing is sold', async () => {
  useKeptSettings.setState({ settings: {} })
  openPart(<Forgot />, { at: '/auth', answers: {}, as: visitor })
  await screen.findByRole('heading', { name: '临时邮箱' })
  expect(screen.queryByText(/查询密码/)).toBeNull()
})

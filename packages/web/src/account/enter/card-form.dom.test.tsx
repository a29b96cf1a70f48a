import { screen, waitFor } from '@testing-library/react'
import { completeCardCode } from '@yanshu/contract/card-code'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Answers } from '../../testing/fake-server.ts'
import { button, fill } from '../../testing/look.ts'
import { openPart, visitor } from '../../testing/open-part.tsx'
import { CardForm } from './card-form.tsx'

// As on a page with TLS; without it there is no clipboard.
beforeEach(() => void vi.stubGlobal('isSecureContext', true))
afterEach(() => vi.unstubAllGlobals())

const code = completeCardCode('ABCDEFGHJKMNPQR')
const card = {
  kind: 'open',
  days: 30,
  quotaMb: 100,
  maySend: false,
  domains: ['yanshu.test'],
  state: 'unused',
  usesLeft: 1,
  balance: 0,
  addresses: [],
} as const

const answers: Answers = {
  startAuth: () => ({ challenge: null, proofNeeded: false, registration: false, twoFactor: false }),
  verCard: ({ body }) => ({
    card: { ...card, domains: [...card.domains], addresses: [] },
    ...(body.redeem && {
      token: 'ys_opened',
      address: 'lin@yanshu.test',
      password: 'only-once-1',
      expiresAt: '2030-01-01T00:00:00.000Z',
    }),
  }),
}

async function redeem() {
  const entered: string[] = []
  const onToken = async (token: string) => void entered.push(token)
  const opened = openPart(<CardForm onToken={onToken} />, { at: '/auth', answers, as: visitor })
  await fill(opened.user, await screen.findByLabelText('卡密'), code)
  await opened.user.click(await button('查看卡密'))
  await opened.user.click(await button('使用这张卡'))
  await screen.findByText('only-once-1')
  return { ...opened, entered }
}

it('asks before the password that is shown once goes with the page', async () => {
  const { go, user, place } = await redeem()
  await go('/store')
  await user.click(await button('留下'))
  await screen.findByText('only-once-1')
  expect(place()).toBe('/auth')
})

it('asks no more once the password was copied', async () => {
  const { go, user, place } = await redeem()
  await user.click(await button('复制地址和密码'))
  await button('已复制')
  await go('/store')
  await waitFor(() => expect(place()).toBe('/store'))
})

it('asks nothing where the mailbox is entered', async () => {
  const { user, entered } = await redeem()
  await user.click(await button('进入邮箱'))
  await waitFor(() => expect(entered).toEqual(['ys_opened']))
  expect(screen.queryByRole('dialog')).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { expect, it } from 'vitest'
import { type Shelf, type ShelfEntry, ShelfProvider } from '../../mail/shelf/shelf.ts'
import { button } from '../../testing/look.ts'
import { openPart } from '../../testing/open-part.tsx'
import { UsePanes } from './use-panes.tsx'
import { readUseUrl } from './use-url.ts'

const entry: ShelfEntry = {
  ...{ address: 'lin@yanshu.test', startedAt: new Date().toISOString(), expiresAt: null },
  ...{ unread: 0, over: false, loggedOut: false, mailbox: null },
}
const nothing = async () => undefined
const shelf: Shelf = {
  ...{ kind: 'visitor', waiting: false, error: null, entries: [entry], current: entry, proof: null },
  ...{ retry: () => undefined, create: nothing, edit: nothing, forget: nothing, enter: nothing },
}

function Panes() {
  const [params] = useSearchParams()
  const view = useMemo(() => readUseUrl(params), [params])
  return (
    <ShelfProvider value={shelf}>
      <UsePanes entry={entry} view={view} onShown={() => undefined} />
    </ShelfProvider>
  )
}

const open = (given: { at?: string; phone?: boolean } = {}) =>
  openPart(<Panes />, {
    at: '/use',
    ...given,
    answers: {
      getInbox: () => ({ list: [], nextCursor: null }),
      getUnreadEmail: () => ({ total: 0, counts: [], list: [] }),
    },
  })

const field = () => screen.findByRole('textbox', { name: '搜邮件' })

it('searches the open address, from the keyboard and back', async () => {
  const { user, server, place } = open()
  await button('搜索')
  await user.keyboard('/')
  const box = await field()
  expect(document.activeElement).toBe(box)
  await user.keyboard('账单')
  await waitFor(() => expect(server.asked('getInbox').at(-1)?.query).toMatchObject({ q: '账单' }))
  await screen.findByText('没有找到“账单”，换个词试试')
  expect(new URLSearchParams(place().split('?')[1])).toEqual(
    new URLSearchParams({ address: 'lin@yanshu.test', q: '账单' }),
  )
  await user.keyboard('{Escape}')
  await button('搜索')
  await waitFor(() => expect(place()).not.toContain('q='))
  await screen.findByRole('heading', { name: '等第一个验证码' })
})

it('has the same on a phone, by a button', async () => {
  const { user, server } = open({ phone: true })
  await user.click(await button('搜索'))
  expect(document.activeElement).toBe(await field())
  await user.keyboard('字')
  await user.keyboard('{Enter}')
  expect(server.asked('getInbox').every(({ query }) => query.q === undefined)).toBe(true)
  await user.keyboard('词{Enter}')
  await waitFor(() => expect(server.asked('getInbox').at(-1)?.query).toMatchObject({ q: '字词' }))
  await user.click(await button('不搜了'))
  await button('搜索')
})

it('keeps the search of a link', async () => {
  open({ at: '/use?address=lin%40yanshu.test&q=%E8%B4%A6%E5%8D%95' })
  expect(await field()).toHaveProperty('value', '账单')
  await screen.findByText(/搜“账单”。/)
})

import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Shelf, type ShelfEntry, ShelfProvider } from '../../mail/shelf/shelf.ts'
import { button } from '../../testing/look.ts'
import { openPart, visitor } from '../../testing/open-part.tsx'
import { UseDesk } from './use-desk.tsx'

const entry: ShelfEntry = {
  ...{ address: 'lin@yanshu.test', startedAt: new Date().toISOString(), expiresAt: null },
  ...{ unread: 0, over: false, loggedOut: false, mailbox: null },
}

const nothing = async () => undefined
const shelf: Shelf = {
  ...{ kind: 'visitor', waiting: false, error: null, entries: [entry], current: entry, proof: null },
  ...{ retry: () => undefined, create: nothing, edit: nothing, forget: nothing, enter: nothing },
}

const open = (given: Partial<ShelfEntry>) =>
  openPart(
    <ShelfProvider value={shelf}>
      <UseDesk entry={{ ...entry, ...given }} />
    </ShelfProvider>,
    { at: '/use', answers: {}, as: visitor },
  )

it('leads from an empty list to a first letter', async () => {
  open({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
  await screen.findByRole('heading', { name: '等第一个验证码' })
  await button('复制地址')
  await button('延长')
})

it('offers nothing that cannot be done', async () => {
  open({})
  await button('复制地址')
  expect(screen.queryByRole('button', { name: '延长' })).toBeNull()
  expect(screen.queryByRole('button', { name: '发一封测试邮件' })).toBeNull()
})

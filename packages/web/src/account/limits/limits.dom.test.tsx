import { screen, waitFor, within } from '@testing-library/react'
import type { PermissionData } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { Component as Cards } from '../../pages/user/card/page.tsx'
import { AddDialog } from '../../pages/user/domain/add-dialog.tsx'
import { Component as EmailAccounts } from '../../pages/user/emailAccount/page.tsx'
import { accountOf, serverWith } from '../../pages/user/emailAccount/testing.ts'
import { NewMailbox } from '../../pages/user/inbox/new-mailbox.tsx'
import { OwnLimits } from '../../pages/user/setting/own-limits.tsx'
import { Refused } from '../../testing/fake-server.ts'
import { type Limits, limitsOf } from '../../testing/limits.ts'
import { button, fill } from '../../testing/look.ts'
import { admin, openPart } from '../../testing/open-part.tsx'

const limits = (change: Partial<Limits> = {}): Limits =>
  limitsOf({
    domains: { used: 2, limit: 2 },
    mailboxes: { used: 198, limit: 200 },
    storage: { used: 1_073_741_824, limit: 2_147_483_648 },
    sendsPerDay: { used: 3, limit: 200, renewsAt: '2026-11-20T00:00:00Z' },
    cards: { used: 99_995, limit: 100_000 },
    ...change,
  })

const reseller: Partial<PermissionData> = { ...admin, role: 'user', account: { id: 'r', name: 'reseller' } }
const none = () => undefined

it('shows all limits that are set, and none to an admin', async () => {
  const { server } = openPart(<OwnLimits />, {
    at: '/user/setting',
    answers: { getLimits: () => limits() },
    as: reseller,
  })
  const lines = await screen.findAllByRole('listitem')
  expect(lines.map(line => line.textContent)).toEqual([
    '邮箱 198 / 200 个还能建 2 个',
    '存储 1 GB / 2 GB还剩 1 GB',
    '域名 2 / 2 个用完了',
    '24 小时发信 3 / 200 封还能发 197 封',
    '没用的卡密 99,995 / 100,000 张还能做 5 张',
  ])
  expect(server.asked('getLimits')).toHaveLength(1)
})

it('asks nothing for an admin, who has none', async () => {
  const { server } = openPart(
    <>
      <OwnLimits />
      <p>看完了</p>
    </>,
    { at: '/user/setting', answers: {} },
  )
  await screen.findByText('看完了')
  expect(server.asked('getLimits')).toEqual([])
})

it('says before mailboxes are made that there is no room for all of them', async () => {
  const { user, server } = openPart(<EmailAccounts />, {
    at: '/user/emailAccount?open=many',
    answers: {
      ...serverWith([accountOf({ localPart: 'anna' })]),
      getLimits: () => limits(),
      getDomains: () => ({ list: [], total: 0 }),
    },
    as: reseller,
  })
  const names = await screen.findByRole('textbox', { name: '名单' })
  await fill(user, names, 'one\ntwo')
  const drawer = within(screen.getByRole('dialog'))
  await drawer.findByText('还能建 2 个')
  await fill(user, names, 'one\ntwo\nthree')
  await drawer.findByText('还能建 2 个，这次要建 3 个')
  const make = await button('新建 3 个')
  expect(make.getAttribute('aria-disabled')).toBe('true')
  await user.click(make)
  expect(server.asked('createEmailAccount')).toEqual([])
})

it('asks again when somebody else took the room meanwhile', async () => {
  let used = 198
  const { user, server } = openPart(<EmailAccounts />, {
    at: '/user/emailAccount?open=many',
    answers: {
      ...serverWith([accountOf({ localPart: 'anna' })]),
      getDomains: () => ({ list: [], total: 0 }),
      getLimits: () => limits({ mailboxes: { used, limit: 200 } }),
      createEmailAccount: () => {
        used = 199
        throw new Refused('limitReached')
      },
    },
    as: reseller,
  })
  await fill(user, await screen.findByRole('textbox', { name: '名单' }), 'one\ntwo')
  const drawer = within(screen.getByRole('dialog'))
  await drawer.findByText('还能建 2 个')
  await user.click(await button('新建 2 个'))
  await drawer.findByText('还能建 1 个，这次要建 2 个')
  expect(server.asked('createEmailAccount')).toHaveLength(1)
})

it('says that no address can be made before one is asked for', async () => {
  openPart(<NewMailbox open onClose={none} onCreated={none} />, {
    at: '/user/inbox',
    answers: {
      getArrDomains: () => ({ list: ['yanshu.test'] }),
      getDomains: () => ({ list: [], total: 0 }),
      getLimits: () => limits({ mailboxes: { used: 200, limit: 200 } }),
    },
    as: reseller,
  })
  await screen.findByText('用完了：删掉不用的，或请管理员提高上限')
  expect((await button('新建')).getAttribute('aria-disabled')).toBe('true')
})

it('says that no domain can be added', async () => {
  openPart(<AddDialog open onClose={none} onAdded={none} />, {
    at: '/user/domain',
    answers: { getLimits: () => limits() },
    as: reseller,
  })
  await screen.findByText('用完了：删掉不用的，或请管理员提高上限')
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /添 ?加/ }).hasAttribute('disabled')).toBe(true),
  )
})

it('says that more codes are asked for than may wait to be used', async () => {
  openPart(<Cards />, {
    at: '/user/card?make=1',
    answers: {
      getCardBatches: () => ({ list: [], total: 0, left: 0, soonest: null }),
      getArrDomains: () => ({ list: [] }),
      getDomains: () => ({ list: [], total: 0 }),
      getLimits: () => limits(),
    },
    as: reseller,
  })
  await screen.findByText('还能做 5 张，这次要做 10 张')
  expect((await button('制作 10 张')).getAttribute('aria-disabled')).toBe('true')
})

import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { keepLoginKind } from '../../api/login-kind.ts'
import { button, fill, written } from '../../testing/look.ts'
import { openPart, visitor } from '../../testing/open-part.tsx'
import { Component } from './page.tsx'

const open = () => openPart(<Component />, { at: '/auth', answers: {}, as: visitor })
const tab = (name: string) => screen.findByRole('tab', { name })
const isChosen = async (name: string) => (await tab(name)).getAttribute('aria-selected')

it('begins with the kind one has last logged in with, and says for whom each is', async () => {
  keepLoginKind('email')
  const { user } = open()
  expect(await isChosen('邮箱')).toBe('true')
  await screen.findByText('只看一个邮箱：用它的完整地址和密码。')
  await user.click(await tab('系统账号'))
  await screen.findByText('给管理域名、邮箱和站点的人，用用户名登录。')
})

it('leads from the wrong tab to the right one, with what was typed', async () => {
  keepLoginKind('email')
  const { user } = open()
  await fill(user, await screen.findByLabelText('邮箱地址'), 'admin')
  await fill(user, await screen.findByLabelText('密码'), 'open sesame')
  await user.click(await button('“admin”是系统账号的用户名吗？到“系统账号”登录'))
  await waitFor(async () => expect(await isChosen('系统账号')).toBe('true'))
  expect(written(await screen.findByLabelText('用户名'))).toBe('admin')
  expect(written(await screen.findByLabelText('密码'))).toBe('open sesame')

  await fill(user, await screen.findByLabelText('用户名'), 'lin@yanshu.test')
  await user.tab()
  await user.click(await button('这是邮箱地址吗？到“邮箱”登录'))
  expect(written(await screen.findByLabelText('邮箱地址'))).toBe('lin@yanshu.test')
})

import type { WireRequest } from '@yanshu/contract'
import { createClient } from '@yanshu/contract/client'
import { pages } from '@yanshu/contract/permission'
import { expect, it } from 'vitest'
import { barPages } from '../pages/user/phone-pages.ts'
import { isOwnPath, userPath } from './paths.ts'

it('a log-in may lead only to a path of this site', () => {
  for (const url of ['/user', '/user/inbox?mail=1']) expect(isOwnPath(url)).toBe(true)
  for (const url of ['//evil.test', '/\\evil.test', 'https://evil.test', 'javascript:alert(1)', '']) {
    expect(isOwnPath(url)).toBe(false)
  }
})

it('every page of the contract has its path under /user', () => {
  expect(userPath('emailAccount')).toBe('/user/emailAccount')
  expect(new Set(pages.map(userPath)).size).toBe(pages.length)
})

it('the phone has the mail pages first and room for three', () => {
  expect(barPages(['contentFilter', 'sent', 'inbox', 'domain'], 3)).toEqual([
    'inbox',
    'sent',
    'contentFilter',
  ])
  expect(barPages(['setting'], 3)).toEqual(['setting'])
})

it('a call is laid out as the contract says', async () => {
  const sent: WireRequest[] = []
  const client = createClient(async request => {
    sent.push(request)
    return {}
  })
  await client.getSysAccount({ query: { page: 2, q: '林' } })
  await client.deleteEmail({ params: { id: 'a b' } })
  expect(sent).toMatchObject([
    { method: 'GET', path: '/api/admin/getSysAccount', query: { page: '2', q: '林' } },
    { method: 'DELETE', path: '/api/user/deleteEmail/a%20b' },
  ])
})

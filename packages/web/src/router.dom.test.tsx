import dayjs from 'dayjs'
import NProgress from 'nprogress'
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { router, startProgressBar } from './router.tsx'
import { paths, publicPages } from './site/paths.ts'
import './ui/antd-root.tsx'

const flat = (routes: readonly RouteObject[]): RouteObject[] =>
  routes.flatMap(route => [route, ...flat(route.children ?? [])])

it('has every page at its own path, without a hash, as a chunk of its own', () => {
  const all = flat(router.routes)
  for (const page of publicPages)
    expect(all.find(({ path }) => path === paths[page])?.lazy).toBeTypeOf('function')
  const own = all.filter(({ path }) => path?.startsWith('/user/'))
  expect(own.map(({ path }) => path).sort()).toEqual(
    [
      ...['inbox', 'sent', 'contentFilter', 'emailAccount', 'sysAccount', 'card', 'interface', 'domain'],
      ...['dashboard', 'setting', 'version'],
    ]
      .map(page => `/user/${page}`)
      .sort(),
  )
  for (const { lazy } of own) expect(lazy).toBeTypeOf('function')
  // Where its code does not come, the router shows only what a route around it has for that.
  expect(all.filter(({ lazy, errorElement }) => lazy && errorElement)).toEqual([])
  expect(router.createHref(new URL('/use', location.href))).toBe('/use')
})

it('shows a bar that begins at 0.1, takes 400 ms, goes on every 200 ms and has no spinner', () => {
  startProgressBar()
  expect(NProgress.settings).toMatchObject({
    minimum: 0.1,
    speed: 400,
    trickleSpeed: 200,
    showSpinner: false,
  })
})

it('begins weeks on Monday and names days in Chinese', () => {
  const sunday = dayjs('2026-03-15')
  expect(sunday.startOf('week').format('YYYY-MM-DD dddd')).toBe('2026-03-09 星期一')
})

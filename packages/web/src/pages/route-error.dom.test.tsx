import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RouteError } from './route-error.tsx'

// React tells of every error that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => vi.restoreAllMocks())

function Breaks({ error }: { error: Error }): never {
  throw error
}

function open(error: Error, reachable: boolean): void {
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response('', { status: reachable ? 200 : 503 }),
  )
  const router = createMemoryRouter(
    [{ path: '/user/sent', element: <Breaks error={error} />, errorElement: <RouteError inFrame /> }],
    { initialEntries: ['/user/sent'] },
  )
  render(<RouterProvider router={router} />)
}

it('says that the page broke, with what an operator needs, and does not blame the network', async () => {
  open(new TypeError('draft.to is not iterable'), true)
  await screen.findByText(/不是网络的问题/)
  screen.getByText('/user/sent：draft.to is not iterable')
  expect(screen.queryByText(/网络断了|连不上/)).toBeNull()
})

it.each([
  'Failed to fetch dynamically imported module: /assets/page-1.js',
  'error loading dynamically imported module: /assets/page-1.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/page-1.css',
])('says that the site was updated: %s', async words => {
  open(new TypeError(words), true)
  await screen.findByText(/网站刚刚更新过/)
  expect(screen.queryByText(/module|CSS/)).toBeNull()
})

it('says that the server cannot be reached, whatever failed', async () => {
  open(new TypeError('Importing a module script failed.'), false)
  await screen.findByText(/连不上服务器/)
})

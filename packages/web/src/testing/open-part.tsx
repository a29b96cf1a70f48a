/**
 * Opens a part of a page as the application would: with its providers, at a URL, for a caller, with a server.
 */
import { StyleProvider } from '@ant-design/cssinjs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { Page, PermissionData } from '@yanshu/contract'
import { pages } from '@yanshu/contract/permission'
import { type ReactNode, useLayoutEffect } from 'react'
import { createBrowserRouter, type Location, Outlet, RouterProvider, useLocation } from 'react-router'
import { expect, onTestFinished } from 'vitest'
import { api, fetchBytes, sendFile } from '../api/index.ts'
import { useKeptPermission } from '../api/kept-permission.ts'
import { keepToken } from '../api/token.ts'
import { type MailSource, MailSourceProvider } from '../mail/source.tsx'
import { AntdRoot } from '../ui/antd-root.tsx'
import { SlotProvider } from '../ui/frame-slots.tsx'
import { Toaster } from '../ui/toaster.tsx'
import { UnsavedGuard } from '../ui/unsaved.tsx'
import { type Answers, type FakeServer, startFakeServer } from './fake-server.ts'
import { widenTo } from './sizes.ts'

const everything: Pick<PermissionData, 'can' | 'limits'> = {
  can: { send: true, upload: true, createDomain: true, createCard: true, useApi: true },
  limits: { domains: null, mailboxes: null, storageMb: null, sendsPerDay: null, apiPerMinute: null },
}

export const admin: Partial<PermissionData> = {
  role: 'admin',
  account: { id: 'admin', name: 'admin' },
  pages: [...pages] satisfies Page[],
  ...everything,
}
export const visitor: Partial<PermissionData> = { role: 'visitor' }

type Opened = {
  user: UserEvent
  server: FakeServer
  /** Returns the current URL, as far as the page has been drawn. */
  place: () => string
  /** Follows a link to this URL. */
  go: (to: string) => Promise<void>
}

/** The URL changes before the page is drawn again. */
function Drawn({ tell }: { tell: (place: Location) => void }) {
  const place = useLocation()
  useLayoutEffect(() => tell(place))
  return null
}

type Opening = {
  at: string
  answers: Answers
  as?: Partial<PermissionData>
  phone?: boolean
}

const token = 'ys_test'

export function openPart(part: ReactNode, { at, answers, as = admin, phone = false }: Opening): Opened {
  widenTo(phone ? 390 : 1440)
  const server = startFakeServer(answers)
  useKeptPermission.setState({ permissionData: as })
  if (as.role !== 'visitor') keepToken(token)
  history.replaceState(null, '', at)
  const source: MailSource = { key: 'test', token, api, fetchBytes, sendFile }
  const drawn: Pick<Location, 'key' | 'pathname' | 'search'> = { key: '', pathname: '', search: '' }
  const frame = (
    <MailSourceProvider value={source}>
      <SlotProvider>
        <Outlet />
        <Drawn tell={place => void Object.assign(drawn, place)} />
        {/* The frame of the pages behind a log-in has it. */}
        {as.role !== 'visitor' && <UnsavedGuard />}
      </SlotProvider>
    </MailSourceProvider>
  )
  const router = createBrowserRouter([
    {
      element: frame,
      children: [
        { path: new URL(at, location.href).pathname, element: part },
        { path: '*', element: <p>一个别的页面</p> },
      ],
    },
  ])
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000 } } })
  // The styles are outside the document, because otherwise each search would evaluate all rules of antd and
  // take most of the time.
  const styles = document.createElement('div')
  render(
    <QueryClientProvider client={client}>
      <StyleProvider container={styles}>
        <AntdRoot>
          <RouterProvider router={router} />
        </AntdRoot>
      </StyleProvider>
      <Toaster />
    </QueryClientProvider>,
  )
  onTestFinished(() => {
    router.dispose()
    client.clear()
  })
  return {
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    server,
    place: () => `${drawn.pathname}${drawn.search}`,
    go: async to => {
      await act(async () => router.navigate(to))
      await waitFor(() => expect(drawn.key).toBe(router.state.location.key))
    },
  }
}

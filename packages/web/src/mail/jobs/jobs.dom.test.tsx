import { screen, waitFor } from '@testing-library/react'
import type { Job } from '@yanshu/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { button, written } from '../../testing/look.ts'
import { openPart } from '../../testing/open-part.tsx'
import { JobDrawer } from './job-drawer.tsx'
import { JobTray } from './job-tray.tsx'

// As on a page with TLS; without it there is no clipboard.
beforeEach(() => void vi.stubGlobal('isSecureContext', true))
afterEach(() => vi.unstubAllGlobals())

const at = new Date().toISOString()
const jobOf = (given: Partial<Job>): Job => ({
  id: 'j1',
  kind: 'importAccounts',
  state: 'running',
  about: { file: 'kehu.csv' },
  total: 2000,
  done: 1326,
  failed: 9,
  secrets: 0,
  bytes: null,
  cancelling: false,
  resumable: false,
  error: null,
  resumedAt: null,
  createdAt: at,
  startedAt: at,
  endedAt: null,
  keptUntil: null,
  ...given,
})

const frame = (
  <>
    <JobTray />
    <JobDrawer />
  </>
)

function open(first: Partial<Job>, query = '?job=j1') {
  let job = jobOf(first)
  const opened = openPart(frame, {
    at: `/user/emailAccount${query}`,
    answers: {
      getJobs: () => ({ list: [job] }),
      getJob: () => ({
        job,
        failures: [{ line: 5, column: 'password', address: 'kehu3@a.test', msg: '密码太短' }],
        next: null,
      }),
      cancelJob: () => {
        job = { ...job, cancelling: true }
        return { job }
      },
      resumeJob: () => {
        job = { ...job, state: 'waiting', resumable: false }
        return { job }
      },
      takeJobSecrets: () => {
        const list = [{ address: 'kehu1@a.test', password: 'once-only-1' }]
        job = { ...job, secrets: 0 }
        return { list }
      },
    },
  })
  const become = (change: Partial<Job>) => {
    job = { ...job, ...change }
  }
  return { ...opened, become }
}

it('is there again at its URL, with what is true of it, and is stopped from there', async () => {
  const { user, server, become } = open({})
  await screen.findByText('1,326')
  await screen.findByText('第 5 行 kehu3@a.test')
  await user.click(await button('停下'))
  await screen.findByText('正在停下')
  become({ state: 'cancelled', cancelling: false, resumable: true, endedAt: at, keptUntil: at })
  await user.click(await screen.findByRole('button', { name: '接着做' }, { timeout: 3000 }))
  expect(server.asked('cancelJob').map(({ body }) => body.id)).toEqual(['j1'])
  await waitFor(() => expect(server.asked('resumeJob')).toHaveLength(1))
})

it('shows passwords once: they are gone from the page and from the server', async () => {
  const { user, server } = open({ state: 'done', done: 2000, secrets: 1, endedAt: at, keptUntil: at })
  await user.click(await button('看密码'))
  expect(written(await screen.findByRole('textbox', { name: '邮箱和密码' }))).toBe(
    'kehu1@a.test\tonce-only-1',
  )
  await user.click(await button('复制全部'))
  await user.click(await button('已存好，关掉'))
  await screen.findByText('做完了')
  expect(document.body.textContent).not.toContain('once-only-1')
  expect(screen.queryByRole('button', { name: '看密码' })).toBeNull()
  expect(server.asked('takeJobSecrets')).toHaveLength(1)
})

it('is reached from the header as long as there is any', async () => {
  const { user, place } = open({}, '')
  await user.click(await button('任务，1 个在做'))
  expect(place()).toContain('job=j1')
  await user.click(await button('全部任务'))
  await user.click(await button(/导入邮箱/))
  expect(place()).toContain('job=j1')
})

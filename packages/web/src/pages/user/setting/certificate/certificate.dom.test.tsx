import { screen, waitFor, within } from '@testing-library/react'
import type { Authority, Certificate } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { Refused } from '../../../../testing/fake-server.ts'
import { openPart } from '../../../../testing/open-part.tsx'
import { CertificateTab } from './certificate-tab.tsx'
import type { Shown } from './queries.ts'

const dayMs = 86_400_000
const inDays = (days: number): string => new Date(Date.now() + days * dayMs + 3_600_000).toISOString()

const certificate = (given: Partial<Certificate> = {}): Certificate => ({
  ...{ name: 'mail.example.com', purpose: 'site', domain: '', state: 'good', source: 'authority' },
  ...{ issuer: "Let's Encrypt", validFrom: inDays(-30), validUntil: inDays(60), renewsAt: inDays(29) },
  ...{ triedAt: inDays(-30), obtainedAt: inDays(-30), failures: 0, way: 'http', said: '', advice: '' },
  triesLeft: 4,
  ...given,
})

const authority: Authority = {
  ...{ on: true, terms: true, directory: 'https://acme-v02.api.letsencrypt.org/directory', way: 'auto' },
  ...{ account: 'https://acme.example/acme/acct/1844', contact: '', said: '', advice: '', nextAt: null },
}

const failing = certificate({
  ...{ name: 'mta-sts.other.com', purpose: 'domain', domain: 'other.com', state: 'failing', failures: 9 },
  ...{ validFrom: inDays(-81), validUntil: inDays(9), said: 'connection refused', advice: '放行 TCP 80。' },
})

function open(list: Certificate[], more: Partial<Authority> = {}) {
  const shown: Shown = { list, authority: { ...authority, ...more } }
  return openPart(<CertificateTab />, {
    at: '/user/setting?tab=certificate',
    answers: { getCertificates: () => shown, renewCertificate: () => shown },
  })
}

const row = (name: string) => screen.findByRole('listitem', { name })

it('says in one sentence how all of them are, and shows each with its life', async () => {
  open([certificate(), failing])
  await screen.findByRole('heading', { name: '2 个名字里 1 个好好的；1 个续不上，旧的还能用 9 天' })
  const site = within(await row('mail.example.com'))
  site.getByText('正常')
  site.getByText('还有 60 天')
  site.getByRole('img', { name: '已过 33%' })
  expect(site.queryByText('放行 TCP 80。')).toBeNull()
})

it('gives the authority its own words beside the advice, and asks for one name', async () => {
  const { user, server } = open([certificate(), failing])
  const other = within(await row('mta-sts.other.com'))
  expect(other.getByText('connection refused').tagName).toBe('Q')
  other.getByText('放行 TCP 80。')
  other.getByText(/第 9 次/)
  await user.click(other.getByRole('button', { name: '现在续 mta-sts.other.com' }))
  await waitFor(() => expect(server.asked('renewCertificate')).toHaveLength(1))
  expect(server.asked('renewCertificate')[0]?.body).toEqual({ name: 'mta-sts.other.com' })
  await user.click(screen.getByRole('button', { name: '全部看一遍' }))
  await waitFor(() => expect(server.asked('renewCertificate').at(-1)?.body).toEqual({}))
})

it('tells why a renewal was refused', async () => {
  const { user, server } = open([certificate()])
  server.answer({
    renewCertificate: () => {
      throw new Refused('tooMany', { msg: '这个名字试得太多了，20 分钟后再试' })
    },
  })
  await user.click(within(await row('mail.example.com')).getByRole('button'))
  await screen.findByText('这个名字试得太多了，20 分钟后再试')
})

it('leads to the switch where nothing is asked for yet', async () => {
  open([certificate({ state: 'none', source: 'selfSigned', validUntil: null })], { on: false })
  const link = await screen.findByRole('link', { name: '去打开' })
  expect(link.getAttribute('href')).toContain('group=certificate')
  expect(within(await row('mail.example.com')).queryByRole('button')).toBeNull()
})

it('says so where no name can have one', async () => {
  open([])
  await screen.findByText(/还没有可以申请证书的名字/)
})

it('shows what is wrong with the account', async () => {
  open([certificate()], { advice: '连不上签发方。', said: 'acme.example: timeout', nextAt: inDays(1) })
  const part = within(await screen.findByRole('region', { name: '签发账户' }))
  part.getByText('连不上签发方。')
  part.getByText('acme.example: timeout')
  part.getByText('acct/1844')
})

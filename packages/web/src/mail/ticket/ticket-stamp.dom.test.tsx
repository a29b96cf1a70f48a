import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { api } from '../../api/index.ts'
import { Refused } from '../../testing/fake-server.ts'
import { button } from '../../testing/look.ts'
import { openPart } from '../../testing/open-part.tsx'
import { TicketStamp } from './ticket-stamp.tsx'

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const made = (minutes: number) => ({ ticket: 'abc', url: '/use#ticket=abc', expiresAt: inMinutes(minutes) })
const code = () => screen.findByRole('img', { name: '在手机上接着用 lin@yanshu.test 的二维码' })

const open = (answers: Parameters<typeof openPart>[1]['answers'], given: { atOnce?: boolean } = {}) =>
  openPart(
    <TicketStamp
      {...{ api, mailbox: '01box', address: 'lin@yanshu.test', size: 86, says: '手机扫码接着用' }}
      {...given}
    />,
    { at: '/use', answers },
  )

it('shows no code before somebody wants to see one', async () => {
  const { user, server } = open({ makeTicket: () => made(5) })
  await screen.findByText('手机扫码接着用')
  expect(server.asked('makeTicket')).toEqual([])
  await user.click(await button('显示让手机接着用的二维码'))
  await code()
  expect(server.asked('makeTicket')).toMatchObject([{ body: { id: '01box' } }])
  await screen.findByText('扫一次就用掉，5 分钟内有效')
})

it('is covered again when its time is over, and makes another', async () => {
  const { user, server } = open({ makeTicket: () => made(-1) }, { atOnce: true })
  const again = await button('换一个让手机接着用的二维码')
  await screen.findByText('过期了，换一个再扫')
  server.answer({ makeTicket: () => made(5) })
  await user.click(again)
  await code()
  expect(server.asked('makeTicket')).toHaveLength(2)
})

it('says why there is none, and tries again', async () => {
  let times = 0
  const { user } = open({
    makeTicket: () => {
      if (times++ === 0) throw new Refused('tooMany', { msg: '试得太多了' })
      return made(5)
    },
  })
  await user.click(await button('显示让手机接着用的二维码'))
  await screen.findByText('试得太多了')
  await user.click(await button('重试让手机接着用的二维码'))
  await code()
  await waitFor(() => expect(screen.queryByText('试得太多了')).toBeNull())
})

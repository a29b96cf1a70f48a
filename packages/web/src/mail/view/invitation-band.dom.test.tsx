import { screen, waitFor, within } from '@testing-library/react'
import type { AttachmentInfo } from '@yanshu/contract'
import { expect, it, type Mock, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { Broken, Refused } from '../../testing/fake-server.ts'
import { button } from '../../testing/look.ts'
import { openPart } from '../../testing/open-part.tsx'
import { MailSourceProvider, useMailSource } from '../source.tsx'
import { LaterInvitationBand } from './later-invitation.tsx'

const calendar = (method: string, ...more: string[]) =>
  [
    ...['BEGIN:VCALENDAR', `METHOD:${method}`, 'BEGIN:VEVENT', 'UID:1', 'SUMMARY:季度会议', 'LOCATION:三楼'],
    ...['DTSTART;VALUE=DATE:20261201', 'ORGANIZER;CN=周予安:mailto:zhou@example.com', ...more],
    ...['END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n')
const invited = ['ATTENDEE;CN=Lin:mailto:lin@yanshu.test', 'ATTENDEE:mailto:other@example.com']

const ics: AttachmentInfo = {
  ...{ id: '2', filename: 'invite.ics', contentType: 'text/calendar', size: 900, inline: false, cid: null },
}

type FetchBytes = Mock<() => Promise<Blob>>
type Given = { text: string; answerAs?: string | null; file?: AttachmentInfo; fetchBytes?: FetchBytes }

type BandProps = Required<Pick<Given, 'answerAs' | 'file' | 'fetchBytes'>>

function Band({ answerAs, file, fetchBytes }: BandProps) {
  const source = useMailSource()
  return (
    <MailSourceProvider value={{ ...source, fetchBytes }}>
      <LaterInvitationBand mail={{ id: 'm1', attachments: [file] }} answerAs={answerAs} />
    </MailSourceProvider>
  )
}

/** Shows the band before a server that gives this text for the file. */
function open({ text, answerAs = 'lin@yanshu.test', file = ics, ...given }: Given) {
  const fetchBytes = given.fetchBytes ?? vi.fn(async () => new Blob([text]))
  const part = <Band answerAs={answerAs} file={file} fetchBytes={fetchBytes} />
  return { ...openPart(part, { at: '/user/inbox', answers: {} }), fetchBytes }
}

const band = () => screen.findByRole('region', { name: '日程' })
const choice = (name: string) => screen.getByRole('button', { name })

it('says what an invitation is about, before anything is pressed', async () => {
  open({ text: calendar('REQUEST', ...invited, 'RRULE:FREQ=WEEKLY') })
  const words = (await band()).textContent
  for (const part of [
    '邀请',
    '季度会议',
    '2026年12月1日 周二 全天，每周重复',
    '三楼',
    '周予安',
    'zhou@example.com',
    '请了 2 人',
  ])
    expect(words).toContain(part)
})

it('sends the answer with a note, shows it, and gives another one when asked', async () => {
  const { user, server } = open({ text: calendar('REQUEST', ...invited) })
  server.answer({ answerInvitation: () => ({ id: 's1', undoUntil: null }) })
  await user.click(await button('附一句话'))
  await user.keyboard('会晚到')
  await user.click(choice('接受'))
  await screen.findByText('已接受，改主意可以再选')
  expect(choice('接受').getAttribute('aria-pressed')).toBe('true')
  expect(screen.queryByRole('textbox')).toBeNull()
  await user.click(choice('谢绝'))
  await screen.findByText('已谢绝，改主意可以再选')
  expect(server.asked('answerInvitation').map(({ body }) => body)).toEqual([
    { id: 'm1', attachmentId: '2', answer: 'accepted', note: '会晚到' },
    { id: 'm1', attachmentId: '2', answer: 'declined' },
  ])
})

it('takes an answer back while it is held', async () => {
  const { user, server } = open({ text: calendar('REQUEST', ...invited) })
  server.answer({
    answerInvitation: () => ({ id: 's1', undoUntil: new Date(Date.now() + 60_000).toISOString() }),
    cancelSent: () => ({ cancelled: 1, left: 0, draftId: null }),
  })
  await user.click(await button('待定'))
  await user.click(await button('撤回'))
  await screen.findByText('答复撤回了')
  expect(server.asked('cancelSent').map(({ body }) => body)).toEqual([{ id: 's1' }])
  await waitFor(() => expect(choice('待定').getAttribute('aria-pressed')).toBe('false'))
})

it('says why an answer was not sent, and keeps the buttons', async () => {
  const { user, server } = open({ text: calendar('REQUEST', ...invited) })
  server.answer({
    answerInvitation: () => {
      throw new Refused('limitReached', { msg: '今天的发信数到上限了' })
    },
  })
  await user.click(await button('接受'))
  await screen.findByText('今天的发信数到上限了')
  expect(choice('接受').getAttribute('aria-pressed')).toBe('false')
  server.answer({
    answerInvitation: () => {
      throw new Broken()
    },
  })
  await user.click(choice('接受'))
  await screen.findByText('连不上服务器，请检查网络')
})

it('shows the answer that the organizer knows already', async () => {
  open({ text: calendar('REQUEST', 'ATTENDEE;PARTSTAT=TENTATIVE:mailto:LIN+x@yanshu.test') })
  await screen.findByText('已答复待定，改主意可以再选')
})

it.each([
  ['somebody else is invited', { text: calendar('REQUEST', invited[1] ?? '') }],
  ['it only says', { text: calendar('REQUEST', ...invited), answerAs: null }],
  ['nobody asks', { text: calendar('PUBLISH', ...invited) }],
])('has no buttons where %s', async (_why, given) => {
  open(given)
  expect(within(await band()).queryByRole('button')).toBeNull()
})

it('says that an event is called off', async () => {
  open({ text: calendar('CANCEL', ...invited) })
  const off = await band()
  expect(off.textContent).toContain('已取消')
  expect(within(off).queryByRole('button')).toBeNull()
})

it('says who has answered what, and in which words', async () => {
  const answer = 'ATTENDEE;CN=林牧;PARTSTAT=ACCEPTED:mailto:lin@yanshu.test'
  open({ text: calendar('REPLY', answer, 'COMMENT:会晚到'), answerAs: 'zhou@example.com' })
  const words = (await band()).textContent
  for (const part of ['林牧 接受了', 'lin@yanshu.test', '会晚到', '季度会议']) expect(words).toContain(part)
})

it('tells when the file did not come, and fetches it again', async () => {
  const text = calendar('REQUEST', ...invited)
  const fetchBytes = vi
    .fn(async () => new Blob([text]))
    .mockRejectedValueOnce(new ApiError({ error: 1006, msg: '没有找到' }))
  const { user } = open({ text, fetchBytes })
  await screen.findByText('附带的日程没有取到：没有找到')
  await user.click(await button('重试'))
  await band()
  expect(fetchBytes).toHaveBeenCalledTimes(2)
})

it('leaves large files and files that are no calendar alone', async () => {
  const { fetchBytes } = open({ text: 'x', file: { ...ics, size: 600_000 } })
  await waitFor(() => expect(document.body.textContent).toBe(''))
  expect(fetchBytes).not.toHaveBeenCalled()
})

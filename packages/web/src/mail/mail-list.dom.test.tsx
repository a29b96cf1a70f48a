import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { button } from '../testing/look.ts'
import { openPart } from '../testing/open-part.tsx'
import { rowsOf } from './list-cache.ts'
import { useMailList } from './list-query.ts'
import { MailLive } from './live.tsx'
import { MailList } from './mail-list.tsx'
import { mailOf } from './testing.ts'

const ROW = 89
const start = Date.parse('2026-11-15T08:00:00.000Z')

/** A later number means a later mail. */
const letter = (number: number) =>
  mailOf({
    id: `m${number}`,
    subject: `letter ${number}`,
    from: { name: `Writer${number}`, address: 'w@example.com' },
    receivedAt: new Date(start + number * 1_000).toISOString(),
  })

const letters = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => letter(from + at)).reverse()

function List() {
  const query = useMailList({ folder: 'inbox' })
  return (
    <MailList
      mails={rowsOf(query.data)}
      toOf={mail => `/user/inbox?mail=${mail.id}`}
      openId={null}
      onPick={() => undefined}
    />
  )
}

async function open(count: number) {
  const opened = openPart(
    <MailLive>
      <List />
    </MailLive>,
    { at: '/user/inbox', answers: { getInbox: () => ({ list: letters(1, count), nextCursor: null }) } },
  )
  await screen.findByText(`Writer${count}`)
  // The list is fetched once more for mail from before the stream was open; only then is nothing else
  // running.
  await waitFor(() => expect(opened.server.isHeard()).toBe(true))
  await waitFor(() => expect(opened.server.asked('getInbox').length).toBeGreaterThan(1))
  return opened
}

function scroller(): HTMLElement {
  const found = screen.getByRole('list').parentElement
  if (!found) throw new Error('the list stands in nothing')
  return found
}

function scrollTo(top: number): void {
  act(() => {
    scroller().scrollTop = top
    fireEvent.scroll(scroller())
  })
}

/** A browser reports that the page itself scrolled the list. */
const hearScroll = () => act(() => void fireEvent.scroll(scroller()))

const rowOf = (number: number) => document.querySelector(`[data-mail="m${number}"]`)
const topOf = (row: Element | null) =>
  Number(/translateY\((\d+)px\)/.exec(row?.getAttribute('style') ?? '')?.[1])
/** Returns the place where the reader sees the row. */
const seenAt = (number: number) => topOf(rowOf(number)) - scroller().scrollTop

it('puts what comes at the top, in the order of its time, and leaves the rows that are there the same', async () => {
  const { server } = await open(20)
  const row = rowOf(18)
  const box = row?.querySelector('input')
  box?.focus()
  server.tell('mail', letter(22))
  server.tell('mail', letter(21))
  await screen.findByText('Writer22')
  await screen.findByText('Writer21')
  expect([topOf(rowOf(22)), topOf(rowOf(21)), topOf(rowOf(20))]).toEqual([0, ROW, 2 * ROW])
  expect(rowOf(18)).toBe(row)
  expect(document.activeElement).toBe(box)
  expect(screen.queryByRole('button', { name: /封新邮件$/ })).toBeNull()
})

it('keeps the place of who reads below in a flood, counts what came, and leads to it', async () => {
  const { user, server } = await open(60)
  scrollTo(20 * ROW)
  const row = await waitFor(() => {
    const found = rowOf(38)
    expect(found).not.toBeNull()
    return found
  })
  const place = seenAt(38)
  for (let came = 8; came <= 40; came += 8) {
    for (let number = 53 + came; number <= 60 + came; number++) server.tell('mail', letter(number))
    await button(`${came} 封新邮件`)
    hearScroll()
    await waitFor(() => expect(seenAt(38)).toBe(place))
    expect(rowOf(38)).toBe(row)
  }
  // Many more mails come at once.
  for (let number = 101; number <= 160; number++) server.tell('mail', letter(number))
  await button('100 封新邮件')
  hearScroll()
  await waitFor(() => expect(seenAt(38)).toBe(place))
  await user.click(await button('100 封新邮件'))
  hearScroll()
  expect(scroller().scrollTop).toBe(0)
  await screen.findByText('Writer160')
  expect(screen.queryByRole('button', { name: /封新邮件$/ })).toBeNull()
})

it('goes on counting while more come, and forgets the count when one scrolls up oneself', async () => {
  const { server } = await open(60)
  scrollTo(20 * ROW)
  server.tell('mail', letter(61))
  await button('1 封新邮件')
  server.tell('mail', letter(62))
  server.tell('mail', letter(63))
  await button('3 封新邮件')
  scrollTo(0)
  await waitFor(() => expect(screen.queryByRole('button', { name: /封新邮件$/ })).toBeNull())
  scrollTo(20 * ROW)
  server.tell('mail', letter(64))
  await button('1 封新邮件')
})

it('shows a mail that is told twice once', async () => {
  const { server } = await open(5)
  server.tell('mail', letter(6))
  server.tell('mail', letter(6))
  server.tell('mail', letter(7))
  await screen.findByText('Writer7')
  expect(screen.getAllByText('Writer6')).toHaveLength(1)
})

it('draws no more rows than can be seen, however many there are', async () => {
  const { server } = await open(50)
  for (let number = 51; number <= 500; number++) server.tell('mail', letter(number))
  await screen.findByText('Writer500')
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Draft } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { type Answers, Broken, Refused } from '../testing/fake-server.ts'
import { button, fill, written } from '../testing/look.ts'
import { openPart } from '../testing/open-part.tsx'
import { ComposeLayer } from './compose-layer.tsx'
import type { Senders } from './content.ts'

const mine = 'lin@yanshu.test'

const sendersWith = (change: Partial<Senders> = {}): Senders => ({
  ...{ list: [{ mailboxId: 'b1', address: mine, stopped: null }], name: '', signature: '' },
  ...{ sentToday: 0, sendsPerDay: null, maxMessageMb: 25, undoSeconds: 0, stopped: null },
  ...change,
})

/** A server with these drafts that keeps saves and refuses saves over a newer version. */
function draftServer(first: Partial<Draft>[] = []) {
  const now = new Date().toISOString()
  const empty: Draft = {
    ...{ id: 'd0', version: 1, from: mine, fromName: '', to: [], cc: [], bcc: [], subject: '', html: '' },
    ...{ inReplyTo: null, attachments: [], createdAt: now, savedAt: now },
  }
  const drafts = new Map(first.map(given => [given.id ?? '', { ...empty, ...given }]))
  const find = (id: string): Draft => {
    const draft = drafts.get(id)
    if (!draft) throw new Refused('notFound')
    return draft
  }
  const answers: Answers = {
    getSenders: () => sendersWith(),
    getContacts: () => ({ list: [] }),
    getDraft: ({ params }) => ({ draft: find(params.id) }),
    saveDraft: ({ body: { id, version, key: _key, attachments: _files, ...written } }) => {
      const old = id === undefined ? { ...empty, id: `d${drafts.size + 1}`, version: 0 } : find(id)
      if (version !== undefined && version !== old.version) throw new Refused('conflict')
      const fields = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== undefined))
      const draft: Draft = { ...old, ...fields, version: old.version + 1 }
      drafts.set(draft.id, draft)
      return { draft }
    },
    delDraft: ({ body }) => {
      for (const id of body.ids) drafts.delete(id)
      return { deleted: body.ids.length }
    },
    sendEmail: () => ({ id: 's1', undoUntil: null }),
  }
  return {
    answers,
    all: () => [...drafts.values()],
    find,
    change: (draft: Draft) => drafts.set(draft.id, draft),
  }
}

function open(query = '?compose=new', drafts = draftServer()) {
  const part = <ComposeLayer mayUpload mailbox={null} />
  const opened = openPart(part, { at: `/user/sent${query}`, answers: drafts.answers })
  return { ...opened, drafts }
}

const subject = () => screen.findByLabelText('主题')
const to = () => screen.findByRole('combobox', { name: '收件人' })

const next = (event: string) =>
  new Promise<void>(resolve => addEventListener(event, () => resolve(), { once: true }))

async function writeTo(user: ReturnType<typeof open>['user'], address: string): Promise<void> {
  await user.type(await to(), `${address}{Enter}`)
}

it('saves the first words at once and gives the letter an address of its own', async () => {
  const { user, drafts, place } = open()
  await user.type(await subject(), '半')
  await screen.findByText(/^已存草稿/)
  expect(drafts.all().map(draft => draft.subject)).toEqual(['半'])
  await waitFor(() => expect(place()).toBe('/user/sent?compose=draft&of=d1'))
  // It is still the same writing, and nothing was loaded again during typing.
  await user.type(await subject(), '句')
  expect(written(await subject())).toBe('半句')
  await waitFor(() => expect(drafts.find('d1').subject).toBe('半句'))
})

it('says that it could not be saved, keeps what was typed, and saves it with the next word', async () => {
  const { user, server, drafts } = open()
  server.answer({
    saveDraft: () => {
      throw new Broken()
    },
  })
  await user.type(await subject(), '半句')
  await screen.findByText(/^没有存上：连不上服务器/)
  expect(written(await subject())).toBe('半句')
  server.answer(drafts.answers)
  await user.type(await subject(), '话')
  await screen.findByText(/^已存草稿/)
  expect(drafts.all().map(draft => draft.subject)).toEqual(['半句话'])
})

it('saves by itself what it could not save when the server was away', async () => {
  const { user, server, drafts } = open()
  server.answer({
    saveDraft: () => {
      throw new Broken()
    },
  })
  await user.type(await subject(), '半句')
  await screen.findByText('没有存上：连不上服务器，请检查网络，通了会自己再存')
  server.answer(drafts.answers)
  window.dispatchEvent(new Event('online'))
  await screen.findByText(/^已存草稿/)
  expect(drafts.all().map(draft => draft.subject)).toEqual(['半句'])
})

it('saves what was just typed when one leaves, whichever way, and says where it lies', async () => {
  const { user, drafts, go, place } = open(
    '?compose=draft&of=d7',
    draftServer([{ id: 'd7', subject: '开头' }]),
  )
  await fill(user, await subject(), '开头，后来')
  await user.click(await button('关上'))
  await screen.findByText('已存进草稿')
  expect(drafts.find('d7').subject).toBe('开头，后来')
  await waitFor(() => expect(place()).toBe('/user/sent'))

  await go('/user/sent?compose=draft&of=d7')
  await fill(user, await subject(), '最后')
  await go('/user/inbox')
  await waitFor(() => expect(drafts.find('d7').subject).toBe('最后'))
})

it.each([
  { when: 'as the browser went back', at: () => next('popstate') },
  { when: 'after one had left', at: () => waitFor(() => expect(screen.queryByLabelText('主题')).toBeNull()) },
])(
  'does not open a letter again whose first save came back $when, and finds it on coming back',
  async ({ at }) => {
    const { user, server, drafts, go, place } = open('')
    const held = Promise.withResolvers<void>()
    server.answer({
      saveDraft: async asked => {
        await held.promise
        const saved = await drafts.answers.saveDraft?.(asked)
        if (!saved) throw new Error('nothing was saved')
        return saved
      },
    })
    await go('/user/sent?compose=new')
    await user.type(await subject(), '半句')
    await waitFor(() => expect(server.asked('saveDraft')).toHaveLength(1))
    const left = at()
    history.back()
    await left
    held.resolve()
    await waitFor(() => expect(drafts.all().at(-1)?.subject).toBe('半句'))
    await waitFor(() => expect(sessionStorage.getItem('left-letters')).not.toBeNull())
    await waitFor(() => expect(place()).toBe('/user/sent'))
    history.forward()
    await waitFor(async () => expect(written(await subject())).toBe('半句'))
    expect(place()).toContain('compose=draft')
  },
)

it('never saves over what another window wrote until one says so', async () => {
  const { user, drafts } = open('?compose=draft&of=d7', draftServer([{ id: 'd7', subject: 'one' }]))
  await waitFor(async () => expect(written(await subject())).toBe('one'))
  drafts.change({ ...drafts.find('d7'), subject: 'two', version: 2 })
  await fill(user, await subject(), 'three')
  await screen.findByText(/这份草稿在别处改过了/)
  expect(drafts.find('d7').subject).toBe('two')
  await user.click(await button('保留这里的'))
  await screen.findByText(/^已存草稿/)
  expect(drafts.find('d7').subject).toBe('three')

  drafts.change({ ...drafts.find('d7'), subject: 'four', version: 9 })
  await fill(user, await subject(), 'five')
  await user.click(await button('换成那边的'))
  await waitFor(async () => expect(written(await subject())).toBe('four'))
  expect(drafts.find('d7').subject).toBe('four')
})

it('keeps what was written when the login ends, and gives it back to the same person', async () => {
  const drafts = draftServer([{ id: 'd7', subject: '开头' }])
  const first = open('?compose=draft&of=d7', drafts)
  first.server.answer({
    saveDraft: () => {
      throw new Refused('loginNeeded', { url: '/auth' })
    },
  })
  await fill(first.user, await subject(), '开头，最后')
  await waitFor(() => expect(sessionStorage.getItem('unsaved-letter')).not.toBeNull())
  expect(drafts.find('d7').subject).toBe('开头')
  await first.go('/user/inbox')
  first.server.answer(drafts.answers)
  localStorage.setItem('token', 'ys_again')
  await first.go('/user/sent?compose=draft&of=d7')
  await screen.findByText('上次没存上的内容找回来了')
  expect(written(await subject())).toBe('开头，最后')
  await waitFor(() => expect(drafts.find('d7').subject).toBe('开头，最后'))
})

it('says at the recipients what is wrong, and sends nothing then', async () => {
  const { user, server } = open()
  await user.click(await button('发送'))
  await screen.findByText('请填写收件人')
  await writeTo(user, 'far@away')
  await user.click(await button('发送'))
  await screen.findByText('地址不完整：far@away')
  await user.click(await button('去掉 far@away'))
  await writeTo(user, 'zhou@far.test')
  // Without a subject the page asks once.
  await user.click(await button('发送'))
  await screen.findByText('没有主题。再点一次发送，就这样发出')
  expect(server.asked('sendEmail')).toEqual([])
  await user.click(await button('发送'))
  await screen.findByText('已发送')
  expect(server.asked('sendEmail').map(({ body }) => body.to)).toEqual([['zhou@far.test']])
})

it('sends once, however often one presses, spends the draft, and leaves', async () => {
  const { user, server } = open(
    '?compose=draft&of=d7',
    draftServer([{ id: 'd7', subject: '读书会', to: ['zhou@far.test'] }]),
  )
  const sent = Promise.withResolvers<void>()
  server.answer({
    sendEmail: async () => {
      await sent.promise
      return { id: 's1', undoUntil: null }
    },
  })
  const send = await button('发送')
  fireEvent.click(send)
  fireEvent.click(send)
  await waitFor(() => expect(server.asked('sendEmail')).toHaveLength(1))
  await user.click(send)
  sent.resolve()
  await screen.findByText('已发送')
  await waitFor(() => expect(screen.queryByLabelText('主题')).toBeNull())
  expect(server.asked('sendEmail').map(({ body }) => [body.draftId, body.subject])).toEqual([
    ['d7', '读书会'],
  ])
})

it('stays open with everything in it when sending fails, and puts what the server says at its field', async () => {
  const { user, server } = open(
    '?compose=draft&of=d7',
    draftServer([{ id: 'd7', subject: '读书会', to: ['zhou@far.test'] }]),
  )
  server.answer({
    sendEmail: () => {
      throw new Refused('invalidInput', { fields: { 'to.0': '这个域名不收信' } })
    },
  })
  await user.click(await button('发送'))
  await screen.findByText('这个域名不收信')
  server.answer({
    sendEmail: () => {
      throw new Refused('limitReached', { msg: '今天不能再发了' })
    },
  })
  await user.click(await button('发送'))
  await screen.findByText('今天不能再发了')
  expect(written(await subject())).toBe('读书会')
  within(screen.getByRole('list', { name: '收件人' })).getByText('zhou@far.test')
})

it('takes back what was sent while there is time, and opens it again', async () => {
  const drafts = draftServer([{ id: 'd7', subject: '读书会', to: ['zhou@far.test'] }])
  const { user, server, place } = open('?compose=draft&of=d7', drafts)
  server.answer({
    sendEmail: () => ({ id: 's1', undoUntil: new Date(Date.now() + 60_000).toISOString() }),
    cancelSent: () => ({ cancelled: 1, left: 0, draftId: 'd7' }),
  })
  await user.click(await button('发送'))
  await user.click(await button('撤回'))
  await waitFor(() => expect(place()).toContain('of=d7'))
  expect(written(await subject())).toBe('读书会')
})

it('asks before a letter is thrown away, and deletes its draft', async () => {
  const { user, drafts } = open('?compose=draft&of=d7', draftServer([{ id: 'd7', subject: '开头' }]))
  await user.click(await button('不写了，删掉'))
  await screen.findByText('写的内容和附件都会删掉，不能恢复。')
  expect(drafts.all()).toHaveLength(1)
  await user.click(await button('删掉'))
  await waitFor(() => expect(drafts.all()).toEqual([]))
  await waitFor(() => expect(screen.queryByLabelText('主题')).toBeNull())
})

it('cannot be sent by one whom the system has stopped, and says why', async () => {
  const drafts = draftServer()
  const { server, go } = open('', drafts)
  server.answer({
    getSenders: () =>
      sendersWith({
        list: [{ mailboxId: 'b1', address: mine, stopped: '退信太多，发信已被系统停住' }],
      }),
  })
  await go('/user/sent?compose=new')
  await screen.findByText(/退信太多，发信已被系统停住/)
  expect((await button('发送')).getAttribute('aria-disabled')).toBe('true')
  expect((await button('定时')).getAttribute('aria-disabled')).toBe('true')
})

it('says before sending that a mail has more recipients than are left for the day', async () => {
  const drafts = draftServer()
  drafts.answers.getSenders = () => sendersWith({ sendsPerDay: 5, sentToday: 4 })
  const { user, server } = open('?compose=new', drafts)
  await screen.findByText('今天还能发 1 封')
  await writeTo(user, 'one@far.test')
  expect((await button('发送')).getAttribute('aria-disabled')).toBeNull()
  await writeTo(user, 'two@far.test')
  await screen.findByText('今天还能发 1 封，这封有 2 个收件人')
  for (const name of ['发送', '定时']) expect((await button(name)).getAttribute('aria-disabled')).toBe('true')
  await user.click(await button('发送'))
  expect(server.asked('sendEmail')).toEqual([])
})

it('sends the last words along when the page goes away in the middle of a word', async () => {
  const { user, server, drafts } = open('?compose=draft&of=d7', draftServer([{ id: 'd7', subject: '开头' }]))
  await fill(user, await subject(), '最后的话')
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(drafts.find('d7').subject).toBe('最后的话'))
  expect(server.asked('saveDraft')[0]?.token).toBe('ys_test')
})

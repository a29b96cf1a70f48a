import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { FolderRow, MailRow } from '@yanshu/contract'
import { expect, it } from 'vitest'
import { MailLive } from '../../../mail/live.tsx'
import { boxOf, folderOf, mailOf } from '../../../mail/testing.ts'
import { Refused } from '../../../testing/fake-server.ts'
import { button, choose, dialog, fill } from '../../../testing/look.ts'
import { openPart } from '../../../testing/open-part.tsx'
import { deletionWords } from './folder-dialogs.tsx'
import { Component as Inbox } from './page.tsx'

const clients = folderOf({ id: 'f1', name: '客户', color: 'blue', unread: 1, total: 2 })
const shop = folderOf({
  id: 'f2',
  name: '北岸书店',
  parentId: 'f1',
  path: ['客户', '北岸书店'],
  unread: 3,
  total: 5,
})
const bills = folderOf({ id: 'f3', name: '票据', total: 0 })

const letters = [
  mailOf({ id: 'm1', subject: '到货单', from: { name: '北岸', address: 'a@b.test' }, read: true }),
  mailOf({ id: 'm2', subject: '发票', from: { name: '顺丰', address: 'c@d.test' }, read: true }),
]

/** A site with one mailbox, whose mails and folders change as they would on the server. */
async function open(given: { at?: string; folders?: FolderRow[]; mails?: MailRow[]; fails?: boolean } = {}) {
  const { at = '/user/inbox', fails = false } = given
  let folders = given.folders ?? [clients, shop, bills]
  let mails = given.mails ?? letters
  const opened = openPart(
    <MailLive>
      <Inbox />
    </MailLive>,
    {
      at,
      answers: {
        getInbox: ({ query }) => ({
          list: mails.filter(mail => mail.folder === (query.folder ?? 'inbox') && query.unread === undefined),
          nextCursor: null,
        }),
        getUnreadEmail: () => ({ total: 0, counts: [], list: [] }),
        emailList: () => ({ list: [boxOf({})], total: 1 }),
        getFolders: () => {
          if (fails) throw new Refused('internal')
          return { list: folders }
        },
        getEmail: () => {
          throw new Refused('notFound')
        },
        updateEmail: ({ body }) => {
          mails = mails.map(mail =>
            body.ids.includes(mail.id) ? { ...mail, folder: body.folder ?? mail.folder } : mail,
          )
          return { changed: body.ids.length }
        },
        createFolder: ({ body }) => {
          const folder = folderOf({ id: 'f9', name: body.name, color: body.color ?? null })
          folders = [...folders, folder]
          return { folder }
        },
        editFolder: ({ body }) => {
          folders = folders.map(row => (row.id === body.id ? { ...row, name: body.name ?? row.name } : row))
          return { folder: folders.find(row => row.id === body.id) ?? bills }
        },
        delFolder: ({ body }) => {
          folders = folders.filter(
            row => !body.ids.includes(row.id) && !body.ids.includes(row.parentId ?? ''),
          )
          return { deleted: 1, trashed: 7 }
        },
      },
    },
  )
  const pane = () => screen.findByRole('navigation', { name: '邮箱与文件夹' })
  return {
    ...opened,
    pane,
    folder: async (name: string | RegExp) => within(await pane()).findByRole('link', { name }),
    noFolder: async (name: string | RegExp) =>
      waitFor(async () => expect(within(await pane()).queryByRole('link', { name })).toBeNull()),
    row: async (name: string) =>
      within(await screen.findByRole('region', { name: '邮件列表' })).findByRole('link', { name }),
    tellFolders: (list: FolderRow[]) => {
      folders = list
    },
  }
}

/** The key acts on the mail whose row has the focus. */
function press(key: string, row: HTMLElement): void {
  act(() => row.focus())
  fireEvent.keyDown(row, { key })
}

it('shows the folders in each other, with what is unread, and remembers what is folded', async () => {
  const { user, folder, noFolder } = await open()
  await folder(/^客户\s?，未读 1$/)
  await folder(/^北岸书店\s?，未读 3$/)
  await folder('票据')
  await user.click(await button('收起 客户'))
  await noFolder(/北岸书店/)
  // What is hidden is counted.
  await folder(/^客户\s?，未读 4$/)
  expect(localStorage.getItem('yanshu.folded')).toBe('["f1"]')
  await user.click(await button('展开 客户'))
  await folder(/^北岸书店\s?，未读 3$/)
})

it('opens a folder by its address, says when it is empty and when it is gone', async () => {
  const { user, folder, place, server, go } = await open()
  await user.click(await folder('票据'))
  expect(place()).toBe('/user/inbox?folder=f3')
  await screen.findByText('“票据”是空的，用“移到文件夹”把邮件放进来')
  await screen.findByRole('heading', { level: 1, name: '票据' })
  server.answer({
    getInbox: () => {
      throw new Refused('notFound')
    },
  })
  await go('/user/inbox?folder=f8')
  await screen.findByText('这个文件夹已经不在了')
  await user.click(screen.getByRole('link', { name: '看收件箱' }))
  expect(place()).toBe('/user/inbox')
})

it('tells when the folders cannot be had, and tries again', async () => {
  const { user, server, folder } = await open({ fails: true })
  const again = await button('没能取到文件夹，重试')
  server.answer({ getFolders: () => ({ list: [bills] }) })
  await user.click(again)
  await folder('票据')
})

it('moves a mail by key to a folder found by typing, and takes it back', async () => {
  const { user, server, row } = await open()
  press('v', await row('北岸'))
  await dialog('移到')
  await user.keyboard('书店{Enter}')
  await screen.findByText('已移到“北岸书店”：到货单')
  await waitFor(() => expect(screen.queryByRole('link', { name: '北岸' })).toBeNull())
  expect(server.asked('updateEmail').map(({ body }) => body)).toEqual([{ ids: ['m1'], folder: 'f2' }])
  await user.click(await button('撤回'))
  await row('北岸')
  expect(server.asked('updateEmail').at(-1)?.body).toEqual({ ids: ['m1'], folder: 'inbox' })
})

it('moves picked mails by button and arrow keys, and puts back what the server refuses', async () => {
  const { user, server, row } = await open()
  server.answer({
    updateEmail: () => {
      throw new Refused('notFound')
    },
  })
  for (const box of await screen.findAllByRole('checkbox', { name: /^选择/ })) await user.click(box)
  await user.click(await button('移到文件夹'))
  await dialog('移动 2 封到')
  const choices = await screen.findAllByRole('option')
  expect(choices.map(choice => choice.textContent)).toEqual([
    ...['客户', '北岸书店在 客户', '票据'],
    ...['归档', '垃圾邮件', '回收站'],
  ])
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
  await waitFor(() => expect(server.asked('updateEmail')).toHaveLength(1))
  expect(server.asked('updateEmail')[0]?.body).toEqual({ ids: ['m1', 'm2'], folder: 'f3' })
  await row('北岸')
  await row('顺丰')
})

it('makes the folder that is missing while mails are moved', async () => {
  const { user, server, row, folder } = await open()
  press('v', await row('顺丰'))
  await dialog('移到')
  await user.keyboard('出行{Enter}')
  await screen.findByText('已移到“出行”：发票')
  expect(server.asked('createFolder')[0]?.body).toEqual({ mailbox: 'b1', name: '出行' })
  expect(server.asked('updateEmail')[0]?.body).toEqual({ ids: ['m2'], folder: 'f9' })
  await folder('出行')
})

it('puts a mail into the archive by key', async () => {
  const { server, row } = await open()
  press('y', await row('顺丰'))
  await screen.findByText('已移到归档：发票')
  expect(server.asked('updateEmail')[0]?.body).toEqual({ ids: ['m2'], folder: 'archive' })
})

it('takes dragged mails into a folder, all that are picked', async () => {
  const { user, server, row, folder } = await open()
  const dataTransfer = { clearData() {}, setData() {}, setDragImage() {}, effectAllowed: '', dropEffect: '' }
  for (const box of await screen.findAllByRole('checkbox', { name: /^选择/ })) await user.click(box)
  const target = await folder('票据')
  fireEvent.dragStart(await row('北岸'), { dataTransfer })
  fireEvent.dragOver(target, { dataTransfer })
  await within(target).findByText('放到这里')
  fireEvent.drop(target, { dataTransfer })
  await screen.findByText('已移到“票据”，2 封')
  expect(server.asked('updateEmail')[0]?.body).toEqual({ ids: ['m1', 'm2'], folder: 'f3' })
})

it('makes a folder, and shows the fault of a name at its field', async () => {
  const { user, server, place, folder } = await open()
  await user.click(await button('新建文件夹'))
  const form = within(await dialog('新建文件夹'))
  const name = await form.findByRole('textbox', { name: '名字' })
  server.answer({
    createFolder: () => {
      throw new Refused('conflict', { msg: '重名', fields: { name: '这里已经有同名的文件夹' } })
    },
  })
  await fill(user, name, '票据')
  await user.click(form.getByRole('button', { name: '新建' }))
  await form.findByText('这里已经有同名的文件夹')
  server.answer({ createFolder: ({ body }) => ({ folder: folderOf({ id: 'f3', name: body.name }) }) })
  await fill(user, name, '出行')
  await user.click(form.getByRole('radio', { name: '青' }))
  await choose(user, form.getByRole('combobox', { name: '放在' }), '客户')
  await user.click(form.getByRole('button', { name: '新建' }))
  await waitFor(() => expect(place()).toBe('/user/inbox?folder=f3'))
  expect(server.asked('createFolder').at(-1)?.body).toEqual({
    ...{ mailbox: 'b1', name: '出行', parentId: 'f1', color: 'teal' },
  })
  await folder('票据')
})

it('renames a folder and sends only what is changed', async () => {
  const { user, server, folder } = await open()
  await user.click(await button('票据：改名、移动、删除'))
  await user.click(await screen.findByRole('menuitem', { name: '改名、移动、换颜色' }))
  const form = within(await dialog('“票据”'))
  await fill(user, await form.findByRole('textbox', { name: '名字' }), '发票')
  await user.click(form.getByRole('button', { name: '保存' }))
  await folder('发票')
  expect(server.asked('editFolder').map(({ body }) => body)).toEqual([{ id: 'f3', name: '发票' }])
})

it('says what a deletion means, and goes to the inbox when the open folder is gone', async () => {
  const { user, server, place, noFolder } = await open({ at: '/user/inbox?folder=f2' })
  await user.click(await button('客户：改名、移动、删除'))
  await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  const question = within(await dialog('删除文件夹'))
  await question.findByText('“客户”和里面的 1 个文件夹会删除，找不回来；里面的 7 封邮件移到回收站。')
  await user.click(question.getByRole('button', { name: /删\s?除/ }))
  await screen.findByText('已删除“客户”，7 封移到回收站')
  expect(server.asked('delFolder')[0]?.body).toEqual({ ids: ['f1'] })
  await noFolder(/北岸书店/)
  await waitFor(() => expect(place()).toBe('/user/inbox'))
  expect(deletionWords('票据', 0, 0)).toBe('“票据”会删除，找不回来；里面没有邮件。')
})

it('hears of changed counts and folders', async () => {
  const { server, folder, noFolder, tellFolders } = await open()
  await folder('票据')
  await waitFor(() => expect(server.isHeard()).toBe(true))
  tellFolders([clients, shop, { ...bills, unread: 2 }])
  server.tell('changed', { mailboxId: 'b1', ids: ['m7'], change: { folder: 'f3' } })
  await folder(/^票据\s?，未读 2$/)
  tellFolders([bills])
  server.tell('changed', { mailboxId: 'b1', ids: null, change: {} })
  await noFolder(/客户/)
})

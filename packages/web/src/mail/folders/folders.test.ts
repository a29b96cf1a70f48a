import type { FolderRow } from '@yanshu/contract'
import { expect, test } from 'vitest'
import { folderOf, mailOf } from '../testing.ts'
import { draggedWords, takes } from './drag.ts'
import { mailboxOf, placeChoices } from './places.ts'
import { branchOf, treeOf, unreadShown } from './tree.ts'

const inbox: FolderRow = { ...folderOf({ name: '' }), id: 'inbox', role: 'inbox', unread: 9 }
const list = [
  inbox,
  folderOf({ id: 'a', name: '客户', color: 'blue', unread: 1 }),
  folderOf({ id: 'b', name: '书店', parentId: 'a', path: ['客户', '书店'], unread: 2 }),
  folderOf({
    id: 'c',
    name: '北岸',
    parentId: 'b',
    path: ['客户', '书店', '北岸'],
    color: 'rose',
    unread: 4,
  }),
  folderOf({ id: 'd', name: '票据' }),
]

test('folders stand within each other, and take the colour of the one around them', () => {
  const [clients, bills] = treeOf(list)
  expect(bills?.inner).toEqual([])
  expect(clients?.inner[0]?.color).toBe('blue')
  expect(clients?.inner[0]?.inner[0]?.color).toBe('rose')
  expect(clients && [unreadShown(clients, false), unreadShown(clients, true)]).toEqual([1, 7])
  expect(branchOf(list, 'b').map(({ id }) => id)).toEqual(['b', 'c'])
  expect(branchOf(list, 'gone')).toEqual([])
})

test('a place is found by a part of its name or of the folders around it, whatever the case', () => {
  const says = (typed: string, folder = 'inbox') =>
    placeChoices(list, [mailOf({ folder })], typed).map(choice => choice.says)
  expect(says('书店')).toEqual(['书店', '北岸'])
  expect(says('', 'd')).toEqual(['客户', '书店', '北岸', '收件箱', '归档', '垃圾邮件', '回收站'])
  expect(says('箱')).toEqual([])
  expect(placeChoices([folderOf({ name: 'Bills' })], [mailOf({})], ' bILL ')).toHaveLength(1)
})

test("mails of several mailboxes have no folder of one's own in common", () => {
  const [one, other] = [mailOf({ mailboxId: 'b1' }), mailOf({ mailboxId: 'b2' })]
  expect([mailboxOf([]), mailboxOf([one]), mailboxOf([one, other])]).toEqual([null, 'b1', null])
  expect(takes({ id: 'd', mailboxId: 'b1' }, [one])).toBe(true)
  expect(takes({ id: 'd', mailboxId: 'b1' }, [one, other])).toBe(false)
  expect(takes({ id: 'archive', mailboxId: null }, [one, other])).toBe(true)
  expect(takes({ id: 'inbox', mailboxId: null }, [one])).toBe(false)
})

test('what is dragged is named or counted', () => {
  expect(draggedWords([{ subject: '周报' }])).toBe('移动：周报')
  expect(draggedWords([{ subject: '' }])).toBe('移动：没有主题')
  expect(draggedWords([{ subject: '一' }, { subject: '二' }])).toBe('移动 2 封')
})

import { pages } from '@yanshu/contract/permission'
import { describe, expect, it } from 'vitest'
import { menuOf } from './menu.ts'
import { firstPage, readPermission } from './permission.ts'

describe('menuOf', () => {
  it('has every page once, in its group', () => {
    const menu = menuOf(pages)
    expect(menu.map(group => group.title)).toEqual(['邮件', '账号', '经营', '系统'])
    expect(menu.flatMap(group => group.items.map(item => item.page)).toSorted()).toEqual(pages.toSorted())
  })

  it('shows only allowed pages and no group without one', () => {
    expect(menuOf(['setting', 'inbox'])).toEqual([
      { title: '邮件', items: [{ page: 'inbox', name: '收件箱' }] },
      { title: '系统', items: [{ page: 'setting', name: '设置' }] },
    ])
    expect(menuOf([])).toEqual([])
  })
})

describe('firstPage', () => {
  it('is the inbox where there is one, else the first, else nothing', () => {
    expect(firstPage(['dashboard', 'inbox'])).toBe('inbox')
    expect(firstPage(['dashboard', 'setting'])).toBe('dashboard')
    expect(firstPage([])).toBeNull()
  })
})

describe('readPermission', () => {
  it('reads an empty object as a visitor who may do nothing', () => {
    expect(readPermission({})).toMatchObject({
      role: 'visitor',
      account: null,
      pages: [],
      can: { send: false },
    })
  })

  it('drops pages it does not know and puts the rest in the order of the rail', () => {
    const stored = JSON.parse('{"role":"user","pages":["version","nowhere","inbox"]}')
    expect(readPermission(stored).pages).toEqual(['inbox', 'version'])
  })

  it('takes strange parts for missing ones', () => {
    const stored = JSON.parse('{"role":"emperor","pages":"all","account":7}')
    expect(readPermission(stored)).toMatchObject({ role: 'visitor', pages: [], account: null })
  })
})

import { callNames, calls } from '@yanshu/contract'
import { describe, expect, it } from 'vitest'
import { actName, actsCalled, actWords } from './acts.ts'

const written = callNames.filter(name => calls[name].method !== 'GET')

describe('what an act of the log is called', () => {
  it.each([...written, ...Object.keys(actWords)])('%s: in a few Chinese words', action => {
    const name = actName(action)
    expect(name).toMatch(/\p{Script=Han}/u)
    expect(name).not.toMatch(/[“”（）]|[a-z][A-Z]/)
    expect(name.length).toBeLessThanOrEqual(16)
  })

  it('of a later version is shown as it is', () => {
    expect([actName('moveToMars'), actName('constructor')]).toEqual(['moveToMars', 'constructor'])
  })

  it('is found by its words', () => {
    expect(actsCalled('改域名')).toEqual(['editDomain'])
    expect(actsCalled('空间提醒')).toEqual(['storageRoom'])
    expect(actsCalled('鲸')).toEqual([])
  })
})

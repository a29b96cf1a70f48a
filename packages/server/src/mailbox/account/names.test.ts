import { nameStyles } from '@yanshu/contract/calls/mailbox'
import { describe, expect, it } from 'vitest'
import { isValidLocalPart } from '../../mail/address/mailbox-address.ts'
import { isReservedName, suggestName } from './names.ts'

describe('names for mailboxes', () => {
  it.each(nameStyles)('in the style %s are valid, many, and longer where many are taken', style => {
    const made = Array.from({ length: 300 }, () => suggestName(style))
    for (const name of made) expect(isValidLocalPart(name)).toBe(true)
    expect(new Set(made).size).toBeGreaterThan(270)
    const shortest = Math.min(...made.map(name => name.length))
    const late = Array.from({ length: 50 }, () => suggestName(style, 19))
    expect(Math.min(...late.map(name => name.length))).toBeGreaterThan(shortest)
  })

  it('of letters and digits have both, and begin with a letter', () => {
    for (let at = 0; at < 1000; at++)
      expect(suggestName('mixed', at % 20)).toMatch(/^[a-z](?=.*\d)[a-z\d]{9,}$/)
  })

  it('are never reserved ones', () => {
    for (const style of nameStyles)
      for (let at = 0; at < 300; at++) expect(isReservedName(suggestName(style), [])).toBe(false)
  })

  it('that are reserved stay so with dots, dashes and underscores', () => {
    for (const name of ['admin', 'a.d.m.i.n', 'noreply', 'no-reply', 'mailer.daemon', 'post_master'])
      expect([name, isReservedName(name, [])]).toEqual([name, true])
    for (const name of ['admiral', 'ad', 'supporter', 'info2'])
      expect([name, isReservedName(name, [])]).toEqual([name, false])
  })
})

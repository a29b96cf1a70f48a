import type { SettingEntry } from '@yanshu/contract'
import { describe, expect, it } from 'vitest'
import { agentName } from '../../../ui/agent-name.ts'
import { changedValues, fromField, groupsOf, isDefault, searchSettings, toField } from './setting-value.ts'

function entry(
  kind: SettingEntry['kind'],
  value: SettingEntry['value'],
  fallback: SettingEntry['default'],
): SettingEntry {
  return { name: kind, scope: 'site', group: '组', label: kind, help: '', kind, value, default: fallback }
}

describe('a setting between wire and field', () => {
  it('comes back as it went, for every kind', () => {
    const entries = [
      entry('text', '雁书', ''),
      entry('longText', '两\n行', ''),
      entry('number', 30, 7),
      entry('switch', true, false),
      entry('list', ['admin', 'abuse'], []),
      entry('numberList', [10, 60], []),
      entry('choice', 'relay', 'direct'),
    ]
    for (const one of entries) expect(fromField(one, toField(one))).toEqual({ value: one.value })
  })

  it('shows the default where nothing is set', () => {
    expect(toField(entry('number', null, 7))).toBe(7)
  })

  it('never shows a secret', () => {
    expect(toField(entry('secret', 'hunter2', ''))).toBe('')
  })

  it('reads lists as people type them', () => {
    expect(fromField(entry('list', [], []), ' admin \n\nabuse\n')).toEqual({ value: ['admin', 'abuse'] })
    expect(fromField(entry('numberList', [], []), '10，60 1440')).toEqual({ value: [10, 60, 1440] })
  })

  it('says what is wrong with a number that is none', () => {
    expect(fromField(entry('numberList', [], []), '10, ten')).toEqual({ wrong: '只能填数字，用逗号隔开' })
    expect(fromField(entry('number', 1, 1), null)).toEqual({ wrong: '要填数字' })
  })
})

it('changedValues sends only what differs, and a secret only when one was typed', () => {
  const entries = [entry('text', 'a', ''), entry('switch', false, false), entry('secret', true, '')]
  expect(changedValues(entries, { text: 'a', switch: false, secret: '' })).toEqual({ values: {}, wrong: {} })
  expect(changedValues(entries, { text: 'b', switch: false, secret: 'new' }).values).toEqual({
    text: 'b',
    secret: 'new',
  })
})

it('isDefault compares lists by what is in them, and asks of a secret only whether there is one', () => {
  expect(isDefault(entry('list', ['a'], ['a']))).toBe(true)
  expect(isDefault(entry('list', ['b'], ['a']))).toBe(false)
  expect(isDefault(entry('secret', true, ''))).toBe(false)
  expect(isDefault(entry('secret', false, ''))).toBe(true)
})

it('groups keep their order, and the search looks at label, help, name and group', () => {
  const one = { ...entry('text', 'a', ''), name: 'one', group: '甲', label: '站点名称' }
  const two = { ...entry('number', 1, 1), name: 'two', group: '乙', help: '单位分钟' }
  const three = { ...entry('switch', true, true), name: 'three', group: '甲' }
  expect(groupsOf([one, two, three]).map(group => [group.name, group.entries.length])).toEqual([
    ['甲', 2],
    ['乙', 1],
  ])
  expect(searchSettings([one, two, three], '分钟')).toEqual([two])
  expect(searchSettings([one, two, three], 'ONE')).toEqual([one])
  expect(searchSettings([one, two, three], ' ')).toHaveLength(3)
})

it('agentName names browser and system, or the program', () => {
  expect(
    agentName(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
    ),
  ).toBe('Chrome，Linux')
  expect(
    agentName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604',
    ),
  ).toBe('Safari，iPhone')
  expect(agentName('Mozilla/5.0 (Windows NT 10.0) Chrome/141 Safari/537 Edg/141')).toBe('Edge，Windows')
  expect(agentName('curl/8.5.0')).toBe('curl')
  expect(agentName('')).toBe('未知程序')
})

import type { SettingEntry } from '@yanshu/contract'
import { describe, expect, it } from 'vitest'
import {
  changeOf,
  changeText,
  defaultField,
  extentOf,
  fromField,
  isDefault,
  searchSettings,
  toField,
  valueText,
} from './setting-value.ts'

function entry(
  kind: SettingEntry['kind'],
  value: SettingEntry['value'],
  fallback: SettingEntry['default'],
): SettingEntry {
  return {
    name: kind,
    scope: 'site',
    groupId: 'group',
    group: '组',
    label: kind,
    help: '',
    kind,
    value,
    default: fallback,
  }
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
    expect(fromField(entry('number', 1, 1), null)).toEqual({ wrong: '请填写' })
    const bound = { ...entry('number', 1, 1), min: 1, max: 20 }
    expect(fromField(bound, 21)).toEqual({ wrong: '不能大于 20' })
    expect(fromField(bound, 0)).toEqual({ wrong: '不能小于 1' })
    expect(fromField(bound, 1.5)).toEqual({ wrong: '要填整数' })
  })
})

describe('a typed field', () => {
  it('changes nothing while it says what is stored', () => {
    expect(changeOf(entry('text', 'a', ''), 'a')).toBeNull()
    expect(changeOf(entry('list', ['a', 'b'], []), 'a\n\n b ')).toBeNull()
    expect(changeOf(entry('numberList', [10, 60], [1]), '10，60')).toBeNull()
    expect(changeOf(entry('secret', true, ''), '')).toBeNull()
    expect(changeOf(entry('secret', null, ''), null)).toBeNull()
  })

  it('is sent as its value, or as none where it is the default', () => {
    expect(changeOf(entry('text', 'a', ''), 'b')).toEqual({ value: 'b' })
    expect(changeOf(entry('number', 3, 1), 1)).toEqual({ value: null })
    expect(changeOf(entry('list', ['a'], ['b', 'c']), 'b\nc')).toEqual({ value: null })
    expect(changeOf(entry('secret', true, ''), 'new')).toEqual({ value: 'new' })
    expect(changeOf(entry('secret', true, ''), null)).toEqual({ value: null })
    expect(changeOf(entry('number', 3, 1), null)).toEqual({ wrong: '请填写' })
  })

  it('goes back to the default of every kind', () => {
    for (const one of [
      entry('number', 3, 1),
      entry('switch', true, false),
      entry('list', ['a'], []),
      entry('numberList', [1], [10, 60]),
      entry('choice', 'relay', 'direct'),
      entry('secret', true, ''),
    ])
      expect([one.kind, changeOf(one, defaultField(one))]).toEqual([one.kind, { value: null }])
  })
})

it('a value is told in a few words', () => {
  const choices = [{ value: 'relay', label: '中继' }]
  expect(valueText({ ...entry('number', 1500, 1), unit: '封' }, 1500)).toBe('1,500 封')
  expect(valueText(entry('switch', true, false), false)).toBe('关')
  expect(valueText({ ...entry('choice', 'relay', 'direct'), choices }, 'relay')).toBe('中继')
  expect(valueText(entry('numberList', [1], [1]), [7, 1])).toBe('“7, 1”')
  expect(valueText(entry('list', [], []), ['a', 'b'])).toBe('“a、b”')
  expect(valueText(entry('text', '', ''), '')).toBe('空着')
  expect(valueText(entry('longText', '', ''), '字'.repeat(61))).toBe(`“${'字'.repeat(60)}…”`)
  expect(extentOf('list', 'a\n\nb')).toBe('2 行')
  expect(extentOf('list', '')).toBe('空着')
  expect(extentOf('longText', '  两\n行 ')).toBe('3 字')
  expect([changeText(null), changeText('true'), changeText('[1,2]'), changeText('""')]).toEqual([
    '默认',
    '开',
    '1、2',
    '（空）',
  ])
})

it('isDefault compares lists by what is in them, and asks of a secret only whether there is one', () => {
  expect(isDefault(entry('list', ['a'], ['a']))).toBe(true)
  expect(isDefault(entry('list', ['b'], ['a']))).toBe(false)
  expect(isDefault(entry('secret', true, ''))).toBe(false)
  expect(isDefault(entry('secret', false, ''))).toBe(true)
})

it('the search looks at label, help, name, group and choices, and wants every word', () => {
  const one = { ...entry('text', 'a', ''), name: 'one', group: '甲', label: '站点名称' }
  const two = { ...entry('number', 1, 1), name: 'two', group: '乙', help: '保留多少分钟' }
  const choices = [{ value: 'a', label: '中国大陆' }]
  const three = { ...entry('choice', 'a', 'a'), name: 'three', group: '甲', choices }
  const found = (words: string) => searchSettings([one, two, three], words)
  expect(found('分钟')).toEqual([two])
  expect(found('ONE')).toEqual([one])
  expect(found('大陆')).toEqual([three])
  expect(found('甲 名称')).toEqual([one])
  expect(found('甲 分钟')).toEqual([])
  expect(found(' ')).toHaveLength(3)
})

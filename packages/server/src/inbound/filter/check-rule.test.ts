import { describe, expect, it } from 'vitest'
import { inboundWords } from '../words/words.ts'
import { actionFaults, conditionFaults } from './check-rule.ts'
import { type Action, parseScore, parseSize } from './filter.ts'
import { condition } from './testing/sample-facts.ts'

describe('conditions', () => {
  it.each<[string, string, ...Parameters<typeof condition>]>([
    ['value', '请填写', 'subject', 'contains', '  '],
    ['value', '正则写得不对', 'subject', 'matches', '(['],
    ['value', '要填大小，例如 500KB、20MB', 'size', 'greater', '20 apples'],
    ['value', '要填数字，例如 5', 'spamScore', 'less', '5MB'],
    ['value', '只能是 true 或 false', 'hasCode', 'equals', 'yes'],
    ['value', '没有这样的结果', 'dmarc', 'equals', 'constructor'],
    ['operator', '这个条件不能这样比较', 'subject', 'greater', '5'],
    ['operator', '这个条件不能这样比较', 'size', 'contains', '5'],
    ['operator', '这个条件不能这样比较', 'hasCode', 'matches', 'true'],
    ['header', '请填写信头名', 'header', 'contains', 'x'],
    ['header', '信头名不对', 'header', 'contains', 'x', 'X Tag:'],
    ['header', '只有信头条件才有信头名', 'subject', 'contains', 'x', 'X-Tag'],
  ])('tell at %s: %s', (name, message, ...parts) => {
    const fine = condition('from', 'ends', '@jd.com')
    expect(conditionFaults([fine, condition(...parts)])).toEqual({ [`conditions.1.${name}`]: message })
  })

  it('may ask whether a header is there', () => {
    expect(conditionFaults([condition('header', 'contains', '', 'List-Unsubscribe')])).toEqual({})
    expect(conditionFaults([condition('header', 'notContains', '', 'List-Unsubscribe')])).toEqual({})
    expect(conditionFaults([condition('header', 'equals', '', 'List-Unsubscribe')])).not.toEqual({})
  })
})

describe('actions', () => {
  it.each<[Action, string, string]>([
    [{ action: 'file' }, 'value', '请填写文件夹'],
    [{ action: 'file', value: 'a//b' }, 'value', inboundWords.badFolder],
    [{ action: 'file', value: 'Trash/b' }, 'value', inboundWords.badFolder],
    [{ action: 'file', value: '1/2/3/4/5/6/7/8/9/10/11' }, 'value', inboundWords.badFolder],
    [{ action: 'archive', value: 'x' }, 'value', inboundWords.valueNotWanted],
    [{ action: 'label' }, 'value', '请填写标签'],
    [{ action: 'label', value: 'x'.repeat(33) }, 'value', '标签最多 32 个字'],
    [{ action: 'label', value: 'a\nb' }, 'value', '标签里有不能用的字符'],
    [{ action: 'refuse', value: '不要' }, 'value', '答复只能用英文、数字和标点'],
    [{ action: 'refuse', value: 'a\r\n250 OK' }, 'value', '答复只能用英文、数字和标点'],
    [{ action: 'refuse', value: 'x'.repeat(201) }, 'value', '最多 200 个字符'],
    [{ action: 'forward', value: '' }, 'value', '请填写转发到的地址'],
    [{ action: 'forward', value: 'a@b.example\r\nBcc: c@d.example' }, 'value', '地址格式不对'],
    [{ action: 'webhook' }, 'value', '请选择通知地址'],
    [{ action: 'star', value: 'x' }, 'value', '这个动作不带内容'],
  ])('%j is told at %s: %s', (action, name, message) => {
    expect(actionFaults([{ action: 'read' }, action])).toEqual({ [`actions.1.${name}`]: message })
  })

  it('are fine otherwise', () => {
    expect(
      actionFaults([{ action: 'refuse' }, { action: 'label', value: '票据' }, { action: 'stop' }]),
    ).toEqual({})
  })
})

describe('numbers', () => {
  it.each<[string, number | null]>([
    ['500', 500],
    ['1kb', 1024],
    ['1.5 MB', 1_572_864],
    ['2g', 2_147_483_648],
    ['', null],
    ['-1', null],
    ['1e3', null],
    ['1TB', null],
    ['0x10', null],
  ])('a size of %j is %s bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes)
  })

  it('a score may be negative and broken', () => {
    expect([parseScore('-2.5'), parseScore(' 5 '), parseScore('5,0'), parseScore('Infinity')]).toEqual([
      -2.5,
      5,
      null,
      null,
    ])
  })
})

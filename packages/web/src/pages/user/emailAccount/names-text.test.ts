import { expect, it } from 'vitest'
import { readNames } from './names-text.ts'

it('takes names apart at lines, commas and semicolons, and whole addresses of the chosen domain', () => {
  const text = 'anna\r\nBert, cleo；dora@Yanshu.test\n\n  emil@other.test'
  expect(readNames(text, 'yanshu.test')).toEqual({
    names: ['anna', 'bert', 'cleo', 'dora'],
    refused: [{ address: 'emil@other.test', msg: '不是选中的域名' }],
  })
})

it('makes no two names of one with a blank in it, and tells that it is none', () => {
  expect(readNames('bad name\ngood\n名字', 'yanshu.test')).toEqual({
    names: ['good'],
    refused: [
      { address: 'bad name', msg: '只能用字母、数字和中间的 . _ -' },
      { address: '名字', msg: '只能用字母、数字和中间的 . _ -' },
    ],
  })
})

it('takes each name once, however it is written', () => {
  expect(readNames('anna\nANNA，anna@yanshu.test', 'yanshu.test')).toEqual({
    names: ['anna'],
    refused: [
      { address: 'ANNA', msg: '名单里有重复' },
      { address: 'anna@yanshu.test', msg: '名单里有重复' },
    ],
  })
})

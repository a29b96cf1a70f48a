import { expect, test } from 'vitest'
import { hostOf } from './link-host.ts'
import { splitAround } from './split-around.ts'

test('the code is found in its sentence', () => {
  expect(splitAround('下载验证码为 739204，10 分钟内有效', '739204')).toEqual({
    before: '下载验证码为 ',
    found: '739204',
    after: '，10 分钟内有效',
  })
})

test('blanks, hyphens and full-width figures in the sentence do not hide it', () => {
  expect(splitAround('code: 123 456.', '123456').found).toBe('123 456')
  expect(splitAround('ABC-DEF', 'ABC-DEF').found).toBe('ABC-DEF')
  expect(splitAround('验证码１２３４', '1234').found).toBe('１２３４')
})

test('a sentence without the code is left whole', () => {
  expect(splitAround('nothing here', '1234')).toEqual({ before: 'nothing here', found: '', after: '' })
})

test('the host is the one that will be opened, not the one in front of an at sign', () => {
  expect(hostOf('https://bank.com@evil.example/x')).toEqual({ name: 'evil.example', foreign: false })
})

test('names in other scripts are pointed out', () => {
  expect(hostOf('https://аpple.com/')?.foreign).toBe(true)
})

test('only the web is a link', () => {
  expect(hostOf('javascript:alert(1)')).toBeNull()
  expect(hostOf('nonsense')).toBeNull()
})

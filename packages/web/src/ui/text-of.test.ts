import { expect, it } from 'vitest'
import { textOf } from './text-of.ts'

it('reads UTF-8, with and without its mark, UTF-16 by its mark, and what Chinese spreadsheets write', () => {
  const utf8 = new TextEncoder().encode('地址,备注')
  expect(textOf(utf8)).toBe('地址,备注')
  expect(textOf(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8]))).toBe('地址,备注')
  // The bytes are 地址,备注 in GBK.
  expect(textOf(new Uint8Array([0xb5, 0xd8, 0xd6, 0xb7, 0x2c, 0xb1, 0xb8, 0xd7, 0xa2]))).toBe('地址,备注')
  const utf16 = [0x30, 0x57, 0x40, 0x57]
  expect(textOf(new Uint8Array([0xff, 0xfe, ...utf16]))).toBe('地址')
  expect(textOf(new Uint8Array([0xfe, 0xff, 0x57, 0x30, 0x57, 0x40]))).toBe('地址')
  expect(textOf(new Uint8Array())).toBe('')
})

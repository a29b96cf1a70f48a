import { expect, test } from 'vitest'
import { sizeText } from './size-text.ts'

test('sizes are said in words', () => {
  expect([sizeText(12), sizeText(88_064), sizeText(3_250_000)]).toEqual(['12 字节', '86 KB', '3.1 MB'])
  expect([sizeText(1_610_612_736), sizeText(104_857_600)]).toEqual(['1.5 GB', '100 MB'])
})

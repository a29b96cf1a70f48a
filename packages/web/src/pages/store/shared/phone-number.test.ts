import { expect, it } from 'vitest'
import { maskedPhone, phoneFault } from './phone-number.ts'

it('takes Chinese mobile numbers in every spelling', () => {
  for (const typed of [
    '13805716021',
    '138 0571 6021',
    '+86 138-0571-6021',
    '008613805716021',
    '１３８０５７１６０２１',
  ])
    expect(phoneFault(typed, 'china')).toBeNull()
})

it('says what is wrong with others', () => {
  expect(phoneFault('', 'china')).toBe('请填写手机号')
  for (const typed of ['12805716021', '1380571602', '138057160211', 'abc', '+1 555 010 0199'])
    expect(phoneFault(typed, 'china')).toBe('请填写 11 位的中国大陆手机号')
})

it('takes other countries where the site does', () => {
  expect(phoneFault('+1 (555) 010-0199', 'any')).toBeNull()
  expect(phoneFault('12', 'any')).toBe('手机号不对，请检查')
})

it('shows only the ends', () => {
  expect(maskedPhone('+86 138 0571 6021')).toBe('138****6021')
})

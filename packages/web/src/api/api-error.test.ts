import { expect, it } from 'vitest'
import { ApiError, reasonOf } from './api-error.ts'

it('tells what is wrong with a field rather than that something is', () => {
  const msg = '有内容填得不对，请看提示'
  expect(reasonOf(new ApiError({ error: 1001, msg, fields: { filename: '文件名太长' } }))).toBe('文件名太长')
  expect(reasonOf(new ApiError({ error: 1001, msg }))).toBe(msg)
})

import { expect, test } from 'vitest'
import { secondsText } from './seconds-text.ts'

test('short times are said in milliseconds, never as nothing', () => {
  expect([0.42, 0.1, 0.038, 0.0001].map(secondsText)).toEqual(['0.4 秒', '0.1 秒', '38 毫秒', '1 毫秒'])
})

import { expect, test } from 'vitest'
import { warningWords } from './warning-words.ts'

test('what a reader should know is said in words, the rest not at all', () => {
  const shown = warningWords(['charset-guessed', 'duplicate-header', 'invalid-date', 'too-deep', 'toString'])
  expect(shown).toHaveLength(2)
  for (const text of shown) expect(text).not.toMatch(/[A-Za-z]/)
})

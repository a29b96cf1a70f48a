import { describe, expect, it } from 'vitest'
import { fact, readFact, sayFact, storedFact } from './fact.ts'

const words = { named: ({ name }: { name: string }) => `叫 ${name}` }

describe('a stored fact', () => {
  it('is said by the words for its key, and shown as it stands where there are none', () => {
    expect(sayFact(words, storedFact(fact('named', { name: '小雁' })))).toBe('叫 小雁')
    expect(sayFact(words, '["ofLater",{"a":1}]')).toBe('["ofLater",{"a":1}]')
    expect(sayFact(words, '')).toBe('')
  })

  it.each(['对方没有及时回应', '{"a":1}', '[]', '["named"]', '"named"', '[1,2]', 'null', '['])(
    'that is none, such as %s, is a sentence that an older version wrote',
    text => {
      expect(readFact(text)).toEqual(fact('sentence', { text }))
      expect(sayFact(words, text)).toBe(text)
    },
  )
})

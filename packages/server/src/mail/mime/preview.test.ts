import { describe, expect, it, vi } from 'vitest'
import { previewText } from './preview.ts'
import { SOON, timed } from './testing/build-mail.ts'

// Each case asserts its own time; on a busy machine the test must not time out before that.
vi.setConfig({ testTimeout: 120_000 })

describe('a preview', () => {
  it('is the text on one line', () => {
    expect(previewText('您好，\n\n  您的验证码是\t123456。\n')).toBe('您好， 您的验证码是 123456。')
  })

  it('leaves out quotations, rules and the invisible padding of newsletters', () => {
    expect(previewText('Yes\n> old text\n-----\n\u200c\u00a0\u200c\u00a0\u034f \u00ad\nok')).toBe('Yes ok')
  })

  it('has at most 160 characters and never half of one', () => {
    expect([...previewText('字'.repeat(500))]).toHaveLength(160)
    expect(previewText('😀'.repeat(500)).isWellFormed()).toBe(true)
    expect([...previewText('😀'.repeat(500))].length).toBeLessThanOrEqual(160)
    expect(previewText('a'.repeat(160))).toBe('a'.repeat(160))
    expect(previewText('a'.repeat(161))).toBe(`${'a'.repeat(159)}…`)
  })

  it('has single blanks only, and nothing at either end', () => {
    expect(previewText('  one   two  \n  -- \n > old\nthree\u00a0 \u3000four ')).toBe('one two three four')
    expect(previewText(`${'a'.repeat(158)} bcd`)).toBe(`${'a'.repeat(158)}…`)
    expect(previewText(`a${'😀'.repeat(120)}`)).toBe(`a${'😀'.repeat(120)}`)
  })

  it('costs the same for 5 MB', () => {
    expect(timed(() => previewText('x '.repeat(2_500_000)))).toBeLessThan(SOON)
  })
})

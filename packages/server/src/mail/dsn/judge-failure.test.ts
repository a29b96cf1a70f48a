import { describe, expect, it } from 'vitest'
import { SOON, timed } from '../mime/testing/build-mail.ts'
import { deadReplies, livingReplies, type Reply } from './corpus/replies.ts'
import { judgeFailure } from './judge-failure.ts'

const judged = (replies: readonly Reply[]) =>
  replies.map(([text, failure, status]) => [text, failure, status ?? null] as const)

describe('a failed delivery', () => {
  it.each(judged(deadReplies))('tells of a dead address: %s', (text, failure, status) => {
    expect(judgeFailure({ status, text })).toEqual({ failure, isDead: true })
  })

  it.each(judged(livingReplies))('tells of something else: %s', (text, failure, status) => {
    expect(judgeFailure({ status, text })).toEqual({ failure, isDead: false })
  })

  it('never makes an address dead by its code, when the words tell of something else', () => {
    const spoken = livingReplies.filter(([text]) => text !== '' && !/^4|^554 Trans|not taken$/.test(text))
    for (const [text] of spoken) {
      for (const status of ['5.1.1', '5.1.2', '5.1.10', '5.2.1', '5.4.4', '5.1.351']) {
        const words = text.replace(/\b[45]\.\d{1,3}\.\d{1,3}\b/g, status)
        expect(judgeFailure({ status, text: words }).isDead, words).toBe(false)
      }
    }
  })

  it('is judged in linear time, whatever a hostile server says', () => {
    for (const piece of [
      'user ',
      'mailbox is ',
      'IP ',
      'not ',
      '用户',
      'a@',
      'a.',
      '5.1.1 ',
      'sender ',
      ' ',
    ]) {
      const text = piece.repeat(200_000)
      const judge = () => void judgeFailure({ status: null, text })
      expect(timed(judge), piece).toBeLessThan(SOON)
    }
  })
})

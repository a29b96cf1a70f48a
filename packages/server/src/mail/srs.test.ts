import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day } from '../clock.ts'
import { srsForward, srsReverse } from './srs.ts'

const key = 'a secret of ours'
const now = Date.parse('2026-11-15T05:00:00Z')
const forward = (sender: string, at = now) => srsForward(key, sender, 'here.test', at) ?? ''

describe('a rewritten sender', () => {
  it('is in our domain and leads back to the sender', () => {
    const rewritten = forward('Ann.Lee@far.test')
    expect(rewritten).toMatch(/^SRS0=[a-z2-7]{8}=[a-z2-7]{2}=far\.test=Ann\.Lee@here\.test$/)
    expect(srsReverse(key, rewritten, now)).toEqual({ kind: 'address', address: 'Ann.Lee@far.test' })
    expect(srsReverse(key, rewritten.toLowerCase(), now + 20 * day)).toEqual({
      kind: 'address',
      address: 'ann.lee@far.test',
    })
  })

  it('of a sender that others rewrote leads straight back to the first of them', () => {
    const first = 'SRS0=HHHH=TT=origin.test=ann@first.test'
    const second = forward(first)
    expect(second).toMatch(/^SRS1=[a-z2-7]{8}=first\.test==HHHH=TT=origin\.test=ann@here\.test$/)
    expect(srsReverse(key, second, now)).toEqual({ kind: 'address', address: first })
    const third = srsForward('another key', second, 'third.test', now) ?? ''
    expect(third).toMatch(/^SRS1=[a-z2-7]{8}=first\.test==HHHH=TT=origin\.test=ann@third\.test$/)
    expect(srsReverse('another key', third, now)).toEqual({ kind: 'address', address: first })
  })

  it('is not had for the null sender, nor for what has no such form', () => {
    expect(forward('')).toBe('')
    for (const sender of ['"a b"@far.test', 'no address', 'a@b@c', `${'a'.repeat(250)}@far.test`]) {
      expect(srsForward(key, sender, 'here.test', now)).toBeNull()
    }
  })

  it('expires, also when the days are counted round', () => {
    const rewritten = forward('ann@far.test')
    expect(srsReverse(key, rewritten, now + 21 * day).kind).toBe('address')
    expect(srsReverse(key, rewritten, now + 22 * day).kind).toBe('expired')
    const late = 1023 * day
    expect(srsReverse(key, forward('ann@far.test', late), late + 2 * day).kind).toBe('address')
  })

  it('cannot be made up, nor changed', () => {
    const rewritten = forward('ann@far.test')
    expect(srsReverse('another key', rewritten, now).kind).toBe('forged')
    expect(srsReverse(key, rewritten.replace('ann@', 'bob@'), now).kind).toBe('forged')
    expect(srsReverse(key, rewritten.replace('far.test', 'evil.test'), now).kind).toBe('forged')
    for (const address of ['SRS0=a=b=c@here.test', 'SRS1=x@here.test', 'srs0+@here.test']) {
      expect(srsReverse(key, address, now).kind).toBe('forged')
    }
    for (const address of ['ann@here.test', 'srs@here.test', '', '@', 'SRS0x=a@here.test']) {
      expect(srsReverse(key, address, now).kind).toBe('notSrs')
    }
  })

  it('of any sender leads back to it, and never holds a line end', () => {
    const atom = fc.stringMatching(/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]{1,20}$/)
    fc.assert(
      fc.property(atom, fc.string({ maxLength: 30 }), (local, junk) => {
        fc.pre(!/^srs[01][=+-]/i.test(local))
        expect(srsReverse(key, forward(`${local}@far.test`), now)).toEqual({
          kind: 'address',
          address: `${local}@far.test`,
        })
        expect(srsForward(key, `${junk}@far.test`, 'here.test', now) ?? '').not.toMatch(/[\r\n\0 ]/)
        srsReverse(key, junk, now)
      }),
    )
  })
})

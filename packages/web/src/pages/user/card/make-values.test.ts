import { describe, expect, it } from 'vitest'
import { bodyOf, newBatch, worthOf } from './make-values.ts'

/** Everything filled in, as it is when one has tried several kinds. */
const values = {
  ...newBatch,
  domains: ['a.test'],
  mailboxIds: ['b1', 'b2'],
  uses: 3,
  maySend: true,
  count: 2,
}

describe('a batch', () => {
  it('that opens mailboxes has domains, room and rights', () => {
    expect(bodyOf(values)).toEqual({
      ...{ kind: 'open', count: 2, days: 30, uses: 3, domains: ['a.test'], quotaMb: 1024, maySend: true },
      ...{ expiresAt: null, note: '' },
    })
  })

  it('that renews has days, and never none', () => {
    expect(bodyOf({ ...values, kind: 'renew', days: null })).toEqual({
      ...{ kind: 'renew', count: 2, days: 30, uses: 3, domains: ['a.test'], quotaMb: null, maySend: false },
      ...{ expiresAt: null, note: '' },
    })
  })

  it('that gives mailboxes names them and nothing of the others', () => {
    expect(bodyOf({ ...values, kind: 'given', days: null })).toEqual({
      ...{ kind: 'given', count: 2, days: null, uses: 1, mailboxIds: ['b1', 'b2'], quotaMb: null },
      ...{ maySend: false, expiresAt: null, note: '' },
    })
  })

  it('that pays has an amount in 分 and no days', () => {
    const paying = { ...values, kind: 'pay' as const, yuan: 19.99 }
    expect(bodyOf(paying)).toEqual({
      ...{ kind: 'pay', count: 2, days: null, uses: 1, amount: 1999, quotaMb: null, maySend: false },
      ...{ expiresAt: null, note: '' },
    })
    expect(worthOf(paying)).toMatchObject({ kind: 'pay', balance: 1999 })
  })
})

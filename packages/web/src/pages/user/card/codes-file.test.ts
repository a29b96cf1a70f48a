import { csvCell } from '@yanshu/contract/csv'
import { describe, expect, it } from 'vitest'
import { csvOf, type Ordered, txtOf } from './codes-file.ts'

const ordered: Ordered = {
  kind: 'open',
  days: 30,
  amount: null,
  uses: 1,
  domains: ['a.test', 'b.test'],
  quotaMb: 512,
  maySend: true,
  expiresAt: null,
  note: '春节',
}

describe('codes as a file', () => {
  it('stand one a line', () => {
    expect(txtOf(['AAAA', 'BBBB'])).toBe('AAAA\r\nBBBB\r\n')
  })

  it('stand in a table with what they are worth', () => {
    expect(csvOf(['AAAA'], ordered)).toBe(
      '\ufeff卡密,用途,天数,金额,可用次数,域名,容量 MB,发信,最晚使用,备注\r\nAAAA,开新邮箱,30,,1,a.test b.test,512,能,,春节\r\n',
    )
    expect(csvOf(['AAAA'], { ...ordered, kind: 'renew', days: null, domains: [], note: '' })).toContain(
      'AAAA,续期,长期,,1,,512',
    )
    expect(csvOf(['AAAA'], { ...ordered, kind: 'pay', days: null, amount: 2450 })).toContain(
      'AAAA,付订单,,24.50,1,',
    )
  })

  it('cannot start a formula from a note', () => {
    for (const note of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1']) {
      expect(csvCell(note).replace(/^"/, '').startsWith("'")).toBe(true)
      expect(csvOf(['AAAA'], { ...ordered, note })).toContain(csvCell(note))
    }
  })

  it('keep quotes, commas and line breaks inside their cell', () => {
    expect(csvCell('a"b')).toBe('"a""b"')
    expect(csvCell('a,b')).toBe('"a,b"')
    expect(csvCell('a\nb')).toBe('"a\nb"')
    expect(csvCell('="x"')).toBe('"\'=""x"""')
  })
})

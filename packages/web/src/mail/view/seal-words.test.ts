import type { MailDetail } from '@yanshu/contract'
import { expect, test } from 'vitest'
import { sealNotices } from './seal-words.ts'

type Seal = NonNullable<MailDetail['seal']>
type Signature = NonNullable<Seal['signature']>

const good: Signature = {
  ...{ by: 'smime', covers: 'whole', content: 'intact', weak: false },
  ...{ name: '林晓', addresses: ['lin@jd.com'], ofSender: true, issuer: 'Mail Trust', issuerKnown: true },
  ...{ validFrom: '2026-01-01T00:00:00.000Z', validTo: '2027-01-01T00:00:00.000Z' },
}

const notices = (seal: Seal | null, at: string | null = '2026-06-01T00:00:00.000Z') =>
  sealNotices({ seal, from: { name: '', address: 'lin@jd.com' }, at })
const signed = (change: Partial<Signature>, at?: string | null) =>
  notices({ encrypted: null, signature: { ...good, ...change } }, at)[0]

test('nothing is said of a mail that is neither signed nor encrypted', () => {
  expect(notices(null)).toEqual([])
})

test('a good signature is told quietly, with who signed and who vouches', () => {
  expect(signed({})).toEqual({
    ...{ tone: 'good', needed: false, verdict: '签名有效' },
    says: '由 林晓 <lin@jd.com> 签名，Mail Trust 签发，内容没有改动',
  })
})

test('a signature that does not fit is a warning, whoever has signed', () => {
  expect(signed({ content: 'changed' })).toMatchObject({ tone: 'bad', needed: true })
  expect(signed({ content: 'changed', name: '', addresses: [] })?.says).toMatch(/^内容和签名对不上/)
})

test.each<[Partial<Signature>, RegExp]>([
  [{ covers: 'part' }, /一部分/],
  [{ weak: true }, /太弱/],
  [{ ofSender: false }, /没有发件人的地址 lin@jd\.com/],
  [{ issuerKnown: false }, /不认识/],
  [{ validTo: '2026-05-31T23:59:59.000Z' }, /过期/],
  [{ validFrom: '2026-06-01T00:00:01.000Z' }, /还没有生效/],
])('a signature with a doubt is never good: %o', (change, says) => {
  expect(signed(change)).toMatchObject({ tone: 'wait', says: expect.stringMatching(says) })
})

test('the time of a certificate is not judged where nobody knows when the mail came', () => {
  expect(signed({ validTo: '2026-05-31T23:59:59.000Z' }, null)?.tone).toBe('good')
})

test('what was not checked is not called good or bad', () => {
  expect(signed({ content: 'unchecked' })?.tone).toBe('wait')
  expect(signed({ by: 'pgp', content: 'unchecked' })).toMatchObject({ tone: 'plain', verdict: '有签名' })
})

test('encrypted mail says what to do, and that comes first', () => {
  const both = notices({ encrypted: 'smime', signature: good })
  expect(both).toMatchObject([{ tone: 'plain', needed: true, verdict: '内容加密了' }, { tone: 'good' }])
  expect(both[0]?.says).toContain('下载')
})

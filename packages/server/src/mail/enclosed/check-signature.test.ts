import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSignature } from './check-signature.ts'
import { certificates, madeByOpenssl } from './testing/smime-keys.ts'
import { type SignedForm, writeSigned } from './testing/write-cms.ts'

const content = Buffer.from('Content-Type: text/plain\r\n\r\nwords\r\n')
const roots = () => [new X509Certificate(certificates.ca)]
const check = (container: Buffer, beside: Buffer | null = null) => checkSignature(container, beside, roots)
const written = (form: Partial<SignedForm> = {}) => check(writeSigned({ content, ...form }))

describe('a signature', () => {
  it('tells by whom it is, who vouches for that, and for how long', () => {
    const report = check(madeByOpenssl.opaque)
    expect(report).toMatchObject({
      ...{ content: 'intact', weak: false, name: '林 测试', addresses: ['lin@sender.test'] },
      ...{ issuer: 'Test Mail Issuer', issuerKnown: true },
    })
    const { validFromDate, validToDate } = new X509Certificate(certificates.signer)
    expect(report).toMatchObject({
      validFrom: validFromDate.toISOString(),
      validTo: validToDate.toISOString(),
    })
  })

  it('has the address in the name of the certificate, where it is nowhere else', () => {
    expect(check(madeByOpenssl.streamed)).toMatchObject({
      ...{ content: 'intact', weak: false, name: 'Rsa Person', addresses: ['rsa@sender.test'] },
    })
  })

  it('may be RSA of either kind, or elliptic, over attributes or over the content', () => {
    expect(check(madeByOpenssl.pss)).toMatchObject({ content: 'intact', weak: false })
    for (const by of ['signer', 'rsa'] as const)
      for (const bare of [false, true]) expect(written({ by, bare })).toMatchObject({ content: 'intact' })
    expect(written({ pieces: 5 })).toMatchObject({ content: 'intact' })
  })

  it('fits nothing but what was signed', () => {
    const other = Buffer.from('Content-Type: text/plain\r\n\r\nother\r\n')
    for (const bare of [false, true]) {
      expect(written({ enclosed: other, bare }).content).toBe('changed')
      const beside = writeSigned({ content, enclosed: null, bare })
      expect(check(beside, content).content).toBe('intact')
      expect(check(beside, other).content).toBe('changed')
      expect(check(beside, Buffer.concat([content, Buffer.from('\r\n')])).content).toBe('changed')
    }
    // The digest is right, and the signature is about another one.
    expect(written({ digest: Buffer.alloc(32) }).content).toBe('changed')
    // Content that a signature holds says nothing about what stands beside it.
    expect(check(writeSigned({ content }), other).content).toBe('changed')
  })

  it('by what can be forged is weak', () => {
    expect(check(madeByOpenssl.sha1)).toMatchObject({ content: 'intact', weak: true })
    expect(written({ by: 'small' })).toMatchObject({ content: 'intact', weak: true })
    expect(written({ by: 'rsa' })).toMatchObject({ content: 'intact', weak: false })
  })

  it('is vouched for by nobody when the chain has a gap, its root is not known, or it is for other uses', () => {
    expect(written({}).issuerKnown).toBe(true)
    expect(written({ withMid: false }).issuerKnown).toBe(false)
    expect(written({ by: 'tls' })).toMatchObject({ content: 'intact', issuerKnown: false, addresses: [] })
    expect(checkSignature(writeSigned({ content }), null)).toMatchObject({
      content: 'intact',
      issuerKnown: false,
    })
  })

  it('that cannot be read is not checked, and neither is one without its certificate or content', () => {
    expect(written({ withOwn: false })).toMatchObject({ content: 'unchecked', name: '' })
    expect(check(writeSigned({ content, enclosed: null })).content).toBe('unchecked')
    expect(check(Buffer.from('nonsense')).content).toBe('unchecked')
    expect(check(madeByOpenssl.enveloped).content).toBe('unchecked')
  })

  it('never holds for other content, whichever bytes are changed', () => {
    const other = Buffer.from('Content-Type: text/plain\r\n\r\nother\r\n')
    const container = writeSigned({ content, enclosed: null })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(container.length - 1), fc.nat(255)), { maxLength: 3 }),
        fc.nat(container.length),
        (changes, cut) => {
          const bytes = Buffer.from(container.subarray(0, cut % 3 === 0 ? cut : container.length))
          for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
          expect(check(bytes, other).content).not.toBe('intact')
        },
      ),
      { numRuns: 300 },
    )
  })
})

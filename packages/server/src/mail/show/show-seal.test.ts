import { describe, expect, it } from 'vitest'
import { madeByOpenssl } from '../enclosed/testing/smime-keys.ts'
import { writeSigned } from '../enclosed/testing/write-cms.ts'
import { base64Lines, rawMail } from '../mime/testing/build-mail.ts'
import { showMessage } from './show-message.ts'

const content = [
  'Content-Type: multipart/mixed; boundary=in',
  '',
  '--in',
  'Content-Type: text/plain',
  '',
  'words',
  '--in--',
  'behind the last part',
].join('\r\n')

const detached = (signed: string, { from = 'Lin <Lin@sender.test>', shown = signed } = {}): Buffer =>
  rawMail(
    `From: ${from}`,
    'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary=out',
    '',
    'This is a signed message.',
    '--out',
    shown,
    '--out',
    'Content-Type: application/pkcs7-signature; name=smime.p7s',
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(writeSigned({ content: Buffer.from(signed), enclosed: null })),
    '--out--',
  )

const opaque = (container: Buffer, from = 'lin@sender.test') =>
  rawMail(
    `From: ${from}`,
    'Content-Type: application/pkcs7-mime; name=smime.p7m',
    'Content-Transfer-Encoding: base64',
    '',
    base64Lines(container),
  )

describe('the seal of a mail', () => {
  it('is that of a signature around the letter', () => {
    expect(showMessage(opaque(madeByOpenssl.opaque))).toMatchObject({
      text: 'signed by openssl\n',
      seal: {
        encrypted: null,
        signature: { by: 'smime', covers: 'whole', content: 'intact', ofSender: true, issuerKnown: false },
      },
    })
  })

  it('is that of a signature beside the letter, whatever parts the letter has', () => {
    const { seal, text } = showMessage(detached(content))
    expect(text).toBe('words')
    expect(seal?.signature).toMatchObject({ covers: 'whole', content: 'intact', ofSender: true })
  })

  it('holds where the ends of lines were changed on the way, and nothing else', () => {
    const lines = Buffer.from(detached(content).toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    expect(showMessage(lines).seal?.signature?.content).toBe('intact')
    const changed = detached(content, { shown: content.replace('words', 'Words') })
    expect(showMessage(changed).seal?.signature?.content).toBe('changed')
    const behind = detached(content, { shown: content.replace('behind', 'beyond') })
    expect(showMessage(behind).seal?.signature?.content).toBe('changed')
  })

  it('by somebody else than the sender says so', () => {
    const { seal } = showMessage(detached(content, { from: 'Lin <boss@sender.test>' }))
    expect(seal?.signature).toMatchObject({ content: 'intact', ofSender: false })
    expect(showMessage(opaque(madeByOpenssl.opaque, '')).seal?.signature?.ofSender).toBe(false)
  })

  it('of a letter within a letter that is not signed is of a part alone', () => {
    const inner = detached(content).toString('latin1').split('\r\n').slice(1).join('\r\n')
    const { seal } = showMessage(
      rawMail(
        'From: lin@sender.test',
        'Content-Type: multipart/mixed; boundary=list',
        '',
        '--list',
        '',
        'pay here',
        '--list',
        inner,
        '--list--',
      ),
    )
    expect(seal?.signature).toMatchObject({ content: 'intact', covers: 'part' })
  })

  it('is found within a signature, too', () => {
    const within = Buffer.from(
      `Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(madeByOpenssl.enveloped)}`,
    )
    expect(showMessage(opaque(writeSigned({ content: within }))).seal).toMatchObject({
      encrypted: 'smime',
      signature: { content: 'intact' },
    })
    const twice = Buffer.from(detached(content).toString('latin1').split('\r\n').slice(1).join('\r\n'))
    expect(showMessage(opaque(writeSigned({ content: twice }))).seal?.signature).toMatchObject({
      covers: 'whole',
      content: 'intact',
    })
  })

  it('is none where nothing is signed or encrypted', () => {
    expect(showMessage(rawMail('From: a@b.test', '', 'words')).seal).toBeNull()
  })
})

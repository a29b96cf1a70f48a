import { describe, expect, it } from 'vitest'
import { parseMail } from './parse-mail.ts'
import { rawMail, SOON, timed } from './testing/build-mail.ts'

const signedBlock = [
  '-----BEGIN PGP SIGNED MESSAGE-----',
  'Hash: SHA256',
  '',
  'words',
  '- -- ',
  'my name',
  '-----BEGIN PGP SIGNATURE-----',
  '',
  'iQEzBAEBCAAdFiEE',
  '=abcd',
  '-----END PGP SIGNATURE-----',
]
const message = ['-----BEGIN PGP MESSAGE-----', '', 'hQEMA', '=abcd', '-----END PGP MESSAGE-----']
const plain = (...lines: string[]) => parseMail(rawMail('From: a@b.test', '', ...lines))

describe('a letter signed by OpenPGP', () => {
  it('within its text is shown without the lines of the signature', () => {
    const mail = plain(...signedBlock)
    expect(mail.text).toBe('words\n-- \nmy name\n')
    expect(mail.seal).toEqual({ encrypted: null, signature: { by: 'pgp', isWhole: true } })
  })

  it('keeps the words around it, which are not signed', () => {
    const mail = plain('above', ...signedBlock, 'below')
    expect(mail.text).toBe('above\nwords\n-- \nmy name\nbelow\n')
    expect(mail.seal?.signature).toEqual({ by: 'pgp', isWhole: false })
  })

  it('is left as it is where its end is missing', () => {
    const mail = plain(...signedBlock.slice(0, -1))
    expect(mail.text).toContain('-----BEGIN PGP SIGNED MESSAGE-----')
    expect(mail.seal).toBeNull()
  })

  it('beside it is told, too', () => {
    const mail = parseMail(
      rawMail(
        'Content-Type: multipart/signed; protocol="application/pgp-signature"; boundary=b',
        '',
        '--b',
        '',
        'words',
        '--b',
        'Content-Type: application/pgp-signature; name=signature.asc',
        '',
        'x',
        '--b--',
      ),
    )
    expect(mail).toMatchObject({ text: 'words', seal: { signature: { by: 'pgp', isWhole: true } } })
  })
})

describe('a letter encrypted by OpenPGP', () => {
  it('is told from its text', () => {
    expect(plain('hello', ...message).seal).toEqual({ encrypted: 'pgp', signature: null })
    expect(plain(...message).text).toContain('hQEMA')
  })

  it('is told from its parts, also after a server has changed them', () => {
    for (const type of ['multipart/encrypted; protocol="application/pgp-encrypted"', 'multipart/mixed'])
      expect(
        parseMail(
          rawMail(
            `Content-Type: ${type}; boundary=b`,
            '',
            '--b',
            'Content-Type: application/pgp-encrypted',
            '',
            'Version: 1',
            '--b',
            'Content-Type: application/octet-stream; name=encrypted.asc',
            '',
            ...message,
            '--b--',
          ),
        ).seal,
      ).toEqual({ encrypted: 'pgp', signature: null })
  })

  it('is not one that quotes or mentions it', () => {
    expect(plain(...message.map(line => `> ${line}`)).seal).toBeNull()
    expect(plain('-----BEGIN PGP MESSAGE----- is how it begins', 'words').seal).toBeNull()
    expect(plain(...message.slice(0, -1)).seal).toBeNull()
  })
})

it('reads a long letter full of such lines in good time', () => {
  for (const line of ['-----BEGIN PGP SIGNED MESSAGE-----', '-----BEGIN PGP SIGNATURE-----', message[0]]) {
    const raw = rawMail('From: a@b.test', '', `${line}\r\n`.repeat(200_000))
    expect(timed(() => void parseMail(raw))).toBeLessThan(SOON)
  }
  const blocks = rawMail('', `${signedBlock.join('\r\n')}\r\n`.repeat(30_000))
  expect(timed(() => void parseMail(blocks))).toBeLessThan(SOON)
})

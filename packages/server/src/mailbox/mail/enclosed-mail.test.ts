import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { madeByOpenssl } from '../../mail/enclosed/testing/smime-keys.ts'
import { embedded, type TnefForm, writeTnef } from '../../mail/enclosed/testing/write-tnef.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { fileOf, inbox, plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { makeMailbox, type TestMailbox } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const sent = (type: string, content: Buffer, from = 'lin@sender.test') =>
  plainMail({
    subject: 'enclosed',
    from,
    headers: [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64'],
    text: content.toString('base64').replace(/.{76}/g, '$&\n'),
  })
const winmail = (form: TnefForm) => sent('application/ms-tnef; name=winmail.dat', writeTnef(form))

describe.each(databaseKinds)('mail in the form of another program on %s', kind => {
  let site: TestApp
  let box: TestMailbox
  let names = 0
  beforeAll(async () => {
    site = await startMailSite(kind)
  })
  afterAll(() => site.stop())
  beforeEach(async () => {
    box = await makeMailbox(site, `enclosed${++names}`)
  })

  async function arrive(raw: Buffer) {
    await receive(site, { to: box.address, raw })
    const [row] = await inbox(site, box.token)
    if (row === undefined) throw new Error('the mail did not arrive')
    const { mail } = await site.ok('getEmail', { params: { id: row.id } }, box.token)
    return { row, mail }
  }
  const file = (mail: string, id: string) => fileOf(site, box.token, `/api/user/getAttachment/${mail}/${id}`)

  it('shows and counts the files of a winmail.dat, and gives them out', async () => {
    const { row, mail } = await arrive(
      winmail({
        body: 'Your verification code is 482913. It expires in ten minutes.',
        files: [{ title: 'a.txt\0', data: 'content' }, { properties: [embedded({ body: 'inner words' })] }],
      }),
    )
    expect(row).toMatchObject({ attachmentCount: 2, code: '482913' })
    expect(row.preview).toContain('verification code')
    expect(mail.attachments.map(({ filename, size }) => [filename, size])).toEqual([
      ['a.txt', 7],
      [expect.stringMatching(/\.eml$/), expect.any(Number)],
    ])
    const [text, letter] = mail.attachments
    expect((await file(mail.id, text?.id ?? '')).bytes.toString()).toBe('content')
    const { mail: inner } = await site.ok(
      'getAttachedEmail',
      { params: { id: mail.id, attachmentId: letter?.id ?? '' } },
      box.token,
    )
    expect(inner).toMatchObject({ text: 'inner words', seal: null })
  })

  it('shows a letter in its signature, and says whose that is', async () => {
    const { mail } = await arrive(sent('application/pkcs7-mime; name=smime.p7m', madeByOpenssl.opaque))
    expect(mail).toMatchObject({
      text: 'signed by openssl\n',
      attachments: [],
      seal: {
        encrypted: null,
        signature: { content: 'intact', covers: 'whole', addresses: ['lin@sender.test'], ofSender: true },
      },
    })
  })

  it('says that a letter is encrypted', async () => {
    const { mail } = await arrive(sent('application/pkcs7-mime; name=smime.p7m', madeByOpenssl.enveloped))
    expect(mail).toMatchObject({ text: null, html: null, seal: { encrypted: 'smime', signature: null } })
    expect(mail.attachments).toHaveLength(1)
  })
})

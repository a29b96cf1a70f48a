import { expect, it } from 'vitest'
import { showMessage } from '../../mail/show/show-message.ts'
import { plainMail } from '../../testing/mail-site.ts'
import { readMessage } from './read-message.ts'
import { noOpinion } from './scan/opinion.ts'

const envelope = { id: '', from: '', client: '127.0.0.1', helo: '', protocol: '', host: '', recipients: [] }
const asked = {
  resolver: () => Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
  scan: async () => noOpinion,
}
/** Matches the JSON form of half a character. */
const half = /\\ud[89a-f][0-9a-f]{2}/i

async function sentOut(raw: Buffer): Promise<string> {
  const { mail } = await readMessage(raw, envelope, asked)
  return JSON.stringify([mail, JSON.parse(mail.details), showMessage(raw)])
}

/** Whatever the length is at which something is cut, in one of the two an emoji stands across it. */
it.each(['', 'a'])('cuts nothing that it tells of a mail within a character (%j before)', async before => {
  const long = before + '😀'.repeat(600)
  const nested = `Subject: ${long}\n\ninner`
  const raw = plainMail({
    from: `"${long}" <${long}@example.org>`,
    to: `"${long}" <someone@example.org>`,
    subject: long,
    headers: [
      `Message-ID: <${long}@example.org>`,
      `Cc: "${long}" <cc@example.org>`,
      `Reply-To: "${long}" <reply@example.org>`,
      'Content-Type: multipart/mixed; boundary=edge',
    ],
    text: [
      '--edge\nContent-Type: text/plain; charset=utf-8\n',
      `${long} 您的验证码是 493817 ${long}`,
      `--edge\nContent-Type: message/rfc822\n\n${nested}`,
      `--edge\nContent-Type: image/png; name="${long}.png"\n\nx`,
      '--edge--',
    ].join('\n'),
  })
  expect(await sentOut(raw)).not.toMatch(half)
})

it('leaves a name at its full length where no character stands across its end', async () => {
  const { mail } = await readMessage(
    plainMail({ to: `"${'a'.repeat(198)}😀😀" <q@example.org>` }),
    envelope,
    asked,
  )
  expect(JSON.parse(mail.details).to).toEqual([{ name: `${'a'.repeat(198)}😀`, address: 'q@example.org' }])
})

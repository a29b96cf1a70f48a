/** Reads what a bounce returns of the mail that it is about: its id and its recipients. */
import { parseMail } from '../mime/parse-mail.ts'
import type { ParsedMail } from '../mime/parsed-mail.ts'
import { cleanRecipient } from './bounce.ts'
import { maxTextLength, partText } from './mail-parts.ts'

export type Original = { readonly messageId: string | null; readonly to: readonly string[] }

const types = [
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/global-headers',
  'message/rfc822-headers',
]

/** Takes them from the returned mail or its headers, else from a copy in the text. */
export function readOriginal(raw: Buffer, mail: ParsedMail): Original {
  for (const part of mail.attachments) {
    if (!types.includes(part.contentType)) continue
    const { messageId, to } = parseMail(Buffer.from(partText(raw, part)))
    if (messageId !== null || to.length > 0) return { messageId, to: to.map(({ address }) => address) }
  }
  // In the text a field must begin a line: mail written here may quote other mail.
  const text = (mail.text ?? '').slice(0, maxTextLength)
  const [, quoted] = /^[> \t]{0,8}Message-I[Dd]:[ \t]{0,8}(<[^<>\s]{1,900}>)/im.exec(text) ?? []
  const [, given] = /^[> \t]{0,8}To:[ \t]{0,8}([^\n]{1,500})$/im.exec(text) ?? []
  const to = cleanRecipient(given ?? '')
  return { messageId: quoted ?? null, to: to === null ? [] : [to] }
}

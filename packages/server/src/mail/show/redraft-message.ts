/** Takes a message apart so that it can be edited again. It runs in a worker thread. */
import { outgoingHtml } from '../html/outgoing-html.ts'
import { textToHtml } from '../html/text-to-html.ts'
import { parseMail } from '../mime/parse-mail.ts'
import { decodePart } from '../mime/part-content.ts'

export type RedraftedMessage = {
  /** The cleaned HTML; it refers to its own pictures by their content id. */
  html: string
  files: { filename: string; cid: string | null; bytes: Uint8Array }[]
}

export function redraftMessage(raw: Buffer): RedraftedMessage {
  const mail = parseMail(raw)
  const cids = mail.attachments.flatMap(({ cid }) => cid ?? [])
  return {
    html: mail.html === null ? textToHtml(mail.text ?? '') : outgoingHtml(mail.html, cids).html,
    files: mail.attachments.map(part => ({
      filename: part.filename,
      cid: part.cid,
      bytes: decodePart(raw, part),
    })),
  }
}

/** A message taken apart again, to be written anew. Runs in a worker thread. */
import { outgoingHtml } from '../../mail/html/outgoing-html.ts'
import { textToHtml } from '../../mail/html/text-to-html.ts'
import { parseMail } from '../../mail/mime/parse-mail.ts'
import { decodePart } from '../../mail/mime/part-content.ts'

export type RedraftedMessage = {
  /** Cleaned; pictures of its own by their content id. */
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

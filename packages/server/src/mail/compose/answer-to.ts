import type { ParsedMail } from '../mime/parsed-mail.ts'

export type Thread = { inReplyTo: string | null; references: string[] }

/** Makes the headers that tie an answer to its thread (RFC 5322 section 3.6.4). */
export function answerTo(mail: Pick<ParsedMail, 'messageId' | 'references' | 'inReplyTo'>): Thread {
  const { messageId, references, inReplyTo } = mail
  if (messageId === null) return { inReplyTo: null, references: [] }
  const earlier = references.length > 0 ? references : inReplyTo === null ? [] : [inReplyTo]
  return { inReplyTo: messageId, references: [...earlier.filter(id => id !== messageId), messageId] }
}

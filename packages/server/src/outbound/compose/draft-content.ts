/** The content of a draft as it is stored: JSON of what its writer typed. */
import type { Draft } from '@yanshu/contract'
import { draft } from '@yanshu/contract/calls/draft'
import { z } from 'zod'
import { textToHtml } from '../../mail/html/text-to-html.ts'

export type DraftContent = Pick<
  Draft,
  'from' | 'fromName' | 'to' | 'cc' | 'bcc' | 'subject' | 'html' | 'inReplyTo'
>

export const emptyDraft: DraftContent = {
  from: '',
  fromName: '',
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  html: '',
  inReplyTo: null,
}

const { from, fromName, to, cc, bcc, subject, html, inReplyTo } = draft.shape

const readable = z
  .object({
    from: from.catch(emptyDraft.from),
    fromName: fromName.catch(emptyDraft.fromName),
    to: to.catch([]),
    cc: cc.catch([]),
    bcc: bcc.catch([]),
    subject: subject.catch(emptyDraft.subject),
    html: html.catch(emptyDraft.html),
    inReplyTo: inReplyTo.catch(null),
  })
  .catch(emptyDraft)

/** Only what is damaged is lost: of a draft that is no JSON at all, the words are kept as its text. */
export function readDraftContent(stored: string): DraftContent {
  let known: unknown
  try {
    known = JSON.parse(stored)
  } catch {
    return { ...emptyDraft, html: textToHtml(stored) }
  }
  return readable.parse(known)
}

/** Conditions that a mail which is waited for has to meet. */
import type { MailRow } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { searchTerms } from '../../mail/search/tokens.ts'
import { type ListedMail, shownMail } from '../../mailbox/mail/mail-row.ts'
import { matchingAmong } from '../../mailbox/mail/mails.ts'
import { inboundWords } from '../words/words.ts'

export type Conditions = {
  from: string | undefined
  subject: string | undefined
  /** Words as they are searched for in the inbox. */
  text: string | undefined
  hasCode: boolean | undefined
  hasLink: boolean | undefined
}

export function checkConditions({ text }: Conditions): void {
  if (text !== undefined && searchTerms(text).length === 0)
    throw new AppError('invalidInput', { fields: { text: inboundWords.nothingToSearch } })
}

const contains = (text: string, part: string | undefined): boolean =>
  part === undefined || text.toLowerCase().includes(part.toLowerCase())

const isSo = (wanted: boolean | undefined, value: string | null): boolean =>
  wanted === undefined || wanted === (value !== null)

/** All but the words in the text, which a listed mail does not have. */
export const meetsListed = (mail: MailRow, wanted: Conditions): boolean =>
  contains(`${mail.from.name} ${mail.from.address}`, wanted.from) &&
  contains(mail.subject, wanted.subject) &&
  mail.folder !== 'trash' &&
  isSo(wanted.hasCode, mail.code) &&
  isSo(wanted.hasLink, mail.link)

export async function thoseThatMeet(
  db: Db,
  rows: readonly ListedMail[],
  wanted: Conditions,
): Promise<ListedMail[]> {
  const listed = rows.filter(row => meetsListed(shownMail(row), wanted))
  if (wanted.text === undefined) return listed
  const matching = await matchingAmong(db, listed, searchTerms(wanted.text))
  return listed.filter(row => matching.has(row.seq))
}

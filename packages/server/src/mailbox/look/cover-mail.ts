/** Covers codes and links of mails for an admin who looks at them, but for those that were uncovered in this look. */
import type { MailDetail, MailRow } from '@yanshu/contract'
import type { Query } from '../../database/types.ts'
import { isAccount } from '../../identity/access.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import { coverHtml, coverText, withoutLinks } from '../../mail/show/cover-secrets.ts'
import { codeStep } from './note-step.ts'
import { stepsNoted } from './repository.ts'

type Covered = NonNullable<MailRow['covered']>

function coverRow<Row extends MailRow>(mail: Row): Row {
  const covered: Covered = [
    ...(mail.code === null ? [] : (['code'] as const)),
    ...(mail.link === null ? [] : (['link'] as const)),
  ]
  return {
    ...mail,
    subject: coverText(mail.subject, mail.code),
    preview: coverText(mail.preview, mail.code),
    code: null,
    link: null,
    ...(covered.length > 0 && { covered }),
  }
}

/** Links are covered in a letter even where none was found to be a secret. */
function coverDetail(mail: MailDetail): MailDetail {
  const { code } = mail
  const text = mail.text === null ? null : coverText(mail.text, code)
  const html = mail.html === null ? null : coverHtml(mail.html, code)
  const shown = coverRow(mail)
  const leads = code === null && (text !== mail.text || html !== mail.html)
  const covered: Covered = [...new Set([...(shown.covered ?? []), ...(leads ? (['link'] as const) : [])])]
  return {
    ...shown,
    text,
    html,
    headers: mail.headers.map(({ name, value }) => ({ name, value: coverText(value, code) })),
    codeEvidence: null,
    linkEvidence: null,
    ...(covered.length > 0 && { covered }),
  }
}

async function uncovered(query: Query, lookId: string, ids: readonly string[]): Promise<Set<string>> {
  return stepsNoted(query, lookId, ids.map(codeStep))
}

export async function coverRows(query: Query, caller: LoggedIn, rows: MailRow[]): Promise<MailRow[]> {
  if (!isAccount(caller) || !caller.look) return rows
  const open = await uncovered(
    query,
    caller.look.id,
    rows.map(row => row.id),
  )
  return rows.map(row => (open.has(codeStep(row.id)) ? row : coverRow(row)))
}

/** Nothing in a letter leads anywhere, also when it is uncovered: opening a link is an act of its holder. */
export async function coverMail(query: Query, caller: LoggedIn, mail: MailDetail): Promise<MailDetail> {
  if (!isAccount(caller) || !caller.look) return mail
  const open = await uncovered(query, caller.look.id, [mail.id])
  if (!open.has(codeStep(mail.id))) return coverDetail(mail)
  return { ...mail, html: mail.html === null ? null : withoutLinks(mail.html) }
}

/** A letter that the site itself writes to one of its mailboxes. */
import { newId } from '../../kernel/ids.ts'
import { composeMessage } from '../../mail/compose/compose-message.ts'

export type SiteLetter = {
  readonly siteName: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
}

/** It comes from the postmaster of the mailbox's own domain, with that domain's name in its id. */
export async function writeSiteLetter(
  { siteName, to, subject, text, html }: SiteLetter,
  now: number,
): Promise<{ from: string; raw: Buffer }> {
  const domain = to.slice(to.lastIndexOf('@') + 1)
  const from = `postmaster@${domain}`
  const raw = await composeMessage({
    from: { name: siteName, address: from },
    to: [{ name: '', address: to }],
    cc: [],
    subject,
    text,
    html: html ?? null,
    attachments: [],
    messageId: `<${newId(now)}@${domain}>`,
    date: new Date(now),
  })
  return { from, raw }
}

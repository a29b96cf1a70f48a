/** How one mailbox is opened: the link that leads to its log-in, and what a mail client needs to send from it. */
import { AppError } from '../../app-error.ts'
import type { Db } from '../../database/types.ts'
import { type LoggedIn, mailboxScope } from '../access.ts'
import { findScopedMailbox } from './repository.ts'

/** Where mail clients hand in mail; null while the site does not offer it. */
export type Submission = { host: string; ports: { port: number; security: 'tls' | 'starttls' }[] } | null

export type ClientSettingDeps = { db: Db; publicUrl: string; submission: () => Promise<Submission> }

export async function clientSetting(deps: ClientSettingDeps, caller: LoggedIn, id: string) {
  const mailbox = await findScopedMailbox(deps.db.query, mailboxScope(caller), id)
  if (!mailbox) throw new AppError('notFound')
  const { address } = mailbox
  const query = new URLSearchParams({ tab: 'email', address })
  const submission = mailbox.may_send === 1 && mailbox.password_hash !== null ? await deps.submission() : null
  return {
    address,
    loginUrl: `${deps.publicUrl.replace(/\/+$/, '')}/auth?${query}`,
    outgoing: submission && submission.ports.length > 0 ? { ...submission, username: address } : null,
  }
}

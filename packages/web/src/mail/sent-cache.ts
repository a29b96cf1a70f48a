/** Sent mail in the query cache: its states change while the person looks. */
import type { InfiniteData } from '@tanstack/react-query'
import type { AnswerOf, Calls, SentDetail, SentMail } from '@yanshu/contract'
import type { MailCache } from './cache.ts'
import { sentKeys } from './sent-keys.ts'

export type SentChange = Pick<SentMail, 'id' | 'mailboxId' | 'state'> & {
  /** The recipient whose state changed; absent when the whole mail is new or changed. */
  recipient: SentMail['recipients'][number] | null
}

export type SentPages = InfiniteData<AnswerOf<Calls['getSentEmail']>, string | null>

export function withChange<Mail extends SentMail>(mail: Mail, change: SentChange): Mail {
  if (mail.id !== change.id) return mail
  const { recipient, state } = change
  if (recipient === null) return { ...mail, state }
  const recipients = mail.recipients.map(one => (one.id === recipient.id ? recipient : one))
  return { ...mail, state, recipients }
}

/** Mail to thousands makes thousands of events, so lists are fetched again once in this time. */
const RENEW_MS = 1_000

/**
 * Shows the content of an event at once. The rest (counts, folders), and changes that a running fetch may
 * have reverted, are fetched soon after.
 */
export function tellSent(cache: MailCache, change: SentChange): void {
  const { client, source } = cache
  client.setQueriesData<SentPages>(
    { queryKey: sentKeys.lists(source) },
    pages =>
      pages && {
        ...pages,
        pages: pages.pages.map(page => ({ ...page, list: page.list.map(mail => withChange(mail, change)) })),
      },
  )
  client.setQueryData<SentDetail>(sentKeys.one(source, change.id), mail => mail && withChange(mail, change))
  renewSoon(cache)
}

const renewKey = (source: string) => ['mail', source, 'sent-renewal'] as const

function renewSoon({ client, source }: MailCache): void {
  if (client.getQueryData(renewKey(source)) === true) return
  client.setQueryData(renewKey(source), true)
  setTimeout(() => {
    client.setQueryData(renewKey(source), false)
    const old = [sentKeys.lists, sentKeys.ones, sentKeys.counts, sentKeys.queue]
    for (const key of old) void client.invalidateQueries({ queryKey: key(source) })
  }, RENEW_MS)
}

/** A saved draft changes only lists of drafts. */
export function renewDrafts({ client, source }: MailCache): void {
  for (const key of [sentKeys.drafts(source), sentKeys.counts(source)])
    void client.invalidateQueries({ queryKey: key })
}

/** Fetches everything about sent mail again after an own action. */
export function renewSent({ client, source }: MailCache): Promise<void> {
  return client.invalidateQueries({ queryKey: sentKeys.all(source) })
}

/** Sent mail in the query cache: states that change while one looks. */
import type { InfiniteData } from '@tanstack/react-query'
import type { AnswerOf, Calls, SentDetail, SentMail } from '@yanshu/contract'
import type { MailCache } from './cache.ts'

export type SentChange = Pick<SentMail, 'id' | 'mailboxId' | 'state'> & {
  /** The recipient whose state it is; absent when the whole mail is new or changed. */
  recipient: SentMail['recipients'][number] | null
}

export type SentPages = InfiniteData<AnswerOf<Calls['getSentEmail']>, string | null>

export const sentKeys = {
  all: (source: string) => ['mail', source, 'sent'] as const,
  lists: (source: string) => ['mail', source, 'sent', 'list'] as const,
  counts: (source: string) => ['mail', source, 'sent', 'counts'] as const,
  ones: (source: string) => ['mail', source, 'sent', 'one'] as const,
  one: (source: string, id: string) => ['mail', source, 'sent', 'one', id] as const,
  drafts: (source: string) => ['mail', source, 'sent', 'drafts'] as const,
  stops: (source: string) => ['mail', source, 'sent', 'stops'] as const,
  queue: (source: string) => ['mail', source, 'sent', 'queue'] as const,
  suppressions: (source: string) => ['mail', source, 'sent', 'suppressions'] as const,
}

export function withChange<Mail extends SentMail>(mail: Mail, change: SentChange): Mail {
  if (mail.id !== change.id) return mail
  const { recipient, state } = change
  if (recipient === null) return { ...mail, state }
  const recipients = mail.recipients.map(one => (one.id === recipient.id ? recipient : one))
  return { ...mail, state, recipients }
}

/** Mail to thousands makes thousands of events: lists are asked for anew once in this time. */
const RENEW_MS = 1_000

/**
 * What an event says is shown at once. What it cannot say (counts, which folder), and what an answer that was on its way
 * may have taken back, is asked for soon after.
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

/** A draft was saved: only lists of drafts know of it. */
export function renewDrafts({ client, source }: MailCache): void {
  for (const key of [sentKeys.drafts(source), sentKeys.counts(source)])
    void client.invalidateQueries({ queryKey: key })
}

/** After one's own doings: everything about sent mail is asked for anew. */
export function renewSent({ client, source }: MailCache): Promise<void> {
  return client.invalidateQueries({ queryKey: sentKeys.all(source) })
}

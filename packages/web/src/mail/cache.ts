/** The mail of one source in the query cache. Events and own actions change all lists at once. */
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Mailbox, MailDetail, MailRow, MailsChanged } from '@yanshu/contract'
import { changeMails, insertMails, isSame, type MailPages, removeMails, rowsOf } from './list-cache.ts'
import { belongs, type ListFilter } from './list-filter.ts'
import { mailKeys } from './mail-keys.ts'
import { type Unread, withCount } from './unread-counts.ts'

export type MailCache = { client: QueryClient; source: string }

const filterOf = (key: QueryKey) => key[3] as ListFilter

function eachList(cache: MailCache, change: (pages: MailPages, filter: ListFilter) => MailPages): void {
  const lists = cache.client.getQueriesData<MailPages>({ queryKey: mailKeys.lists(cache.source) })
  for (const [key, pages] of lists) {
    if (pages) cache.client.setQueryData<MailPages>(key, change(pages, filterOf(key)))
  }
}

/**
 * Inserts mails that came, or came back, into every list they belong in; lists that only the server can judge
 * are fetched again.
 */
export function addMails(cache: MailCache, mails: readonly MailRow[]): void {
  eachList(cache, (pages, filter) =>
    insertMails(
      pages,
      mails.filter(mail => belongs(filter, mail) === true),
    ),
  )
  void cache.client.invalidateQueries({
    queryKey: mailKeys.lists(cache.source),
    predicate: query => mails.some(mail => belongs(filterOf(query.queryKey), mail) === 'unknown'),
  })
  renewCounts(cache)
}

/** A list that is being fetched may lack the new mails, so it gets them when it has come. */
export function mailsArrived(cache: MailCache, mails: readonly MailRow[]): void {
  const onTheWay = { queryKey: mailKeys.lists(cache.source), fetchStatus: 'fetching' } as const
  const isAnyOnTheWay = cache.client.getQueryCache().findAll(onTheWay).length > 0
  addMails(cache, mails)
  if (isAnyOnTheWay)
    void cache.client.refetchQueries(onTheWay, { cancelRefetch: false }).then(() => addMails(cache, mails))
}

/** Fetches counts that only the server can make, such as unread mails with a code. */
export function renewCounts(cache: MailCache): void {
  void cache.client.invalidateQueries({ queryKey: mailKeys.counts(cache.source) })
}

type Change = Partial<Pick<MailRow, 'read' | 'starred' | 'folder' | 'labels'>>

/**
 * Changes mails wherever they are shown. A moved mail leaves the lists of its old folder; a mail that was
 * only read stays in a list of unread mail, so that it does not vanish under the reader.
 */
export function changeEverywhere(cache: MailCache, mails: readonly MailRow[], change: Change): void {
  const ids = mails.map(mail => mail.id)
  eachList(cache, (pages, filter) =>
    change.folder !== undefined &&
    (filter.folder === 'starred' ? change.folder === 'trash' : filter.folder !== change.folder)
      ? removeMails(pages, ids)
      : changeMails(pages, ids, mail => ({ ...mail, ...change })),
  )
  if (change.folder !== undefined)
    addMails(
      cache,
      mails.map(mail => ({ ...mail, ...change })),
    )
  for (const id of ids) {
    cache.client.setQueryData<MailDetail>(
      mailKeys.one(cache.source, id),
      mail => mail && { ...mail, ...change },
    )
  }
}

export function forgetMails(cache: MailCache, ids: readonly string[]): void {
  eachList(cache, pages => removeMails(pages, ids))
  for (const id of ids)
    cache.client.removeQueries({ queryKey: mailKeys.one(cache.source, id), type: 'inactive' })
}

/** Returns these mails as lists or the open mail show them. */
function shownMails(cache: MailCache, ids: readonly string[]): MailRow[] {
  const lists = cache.client.getQueriesData<MailPages>({ queryKey: mailKeys.lists(cache.source) })
  const rows = new Map(lists.flatMap(([, pages]) => rowsOf(pages).map(mail => [mail.id, mail])))
  return ids.flatMap(
    id => rows.get(id) ?? cache.client.getQueryData<MailDetail>(mailKeys.one(cache.source, id)) ?? [],
  )
}

/**
 * Applies changes that were made here or in another window. Changes made here are shown already and need
 * nothing more. Lists that may have gained mails which are not shown anywhere are fetched again.
 */
export function changedElsewhere(
  cache: MailCache,
  ids: readonly string[],
  change: MailsChanged['change'],
): void {
  if (change === null) {
    forgetMails(cache, ids)
    for (const id of ids) void cache.client.resetQueries({ queryKey: mailKeys.one(cache.source, id) })
    return
  }
  const known = shownMails(cache, ids)
  const others = known.filter(mail =>
    Object.entries(change).some(([name, value]) => !isSame(mail[name as keyof MailRow], value)),
  )
  if (others.length > 0) changeEverywhere(cache, others, change)
  // No event tells the counts of folders other than the inbox.
  if (change.read !== undefined || change.folder !== undefined) renewCounts(cache)
  const areSomeUnknown = known.length < ids.length
  void cache.client.invalidateQueries({
    queryKey: mailKeys.lists(cache.source),
    predicate: ({ queryKey }) => {
      const { folder, label } = filterOf(queryKey)
      if (folder === 'starred' && change.starred !== undefined) return others.length > 0 || areSomeUnknown
      if (label !== undefined && change.labels !== undefined) return others.length > 0 || areSomeUnknown
      return change.folder !== undefined && folder === change.folder && areSomeUnknown
    },
  })
}

export function changeUnread(cache: MailCache, change: (unread: Unread) => Unread): void {
  cache.client.setQueryData<Unread>(mailKeys.unread(cache.source), unread => unread && change(unread))
}

export function setUnread(cache: MailCache, mailboxId: string, count: number): void {
  changeUnread(cache, unread => withCount(unread, mailboxId, count))
  cache.client.setQueryData<Mailbox | null>(mailKeys.box(cache.source), box =>
    box?.id === mailboxId ? { ...box, unread: count } : box,
  )
  renewCounts(cache)
}

type Boxes = { list: readonly Mailbox[]; total: number }

/**
 * Reacts to new mail in a mailbox. The shown mailbox stays as it is, and the event tells its unread count.
 * Three cases need a new fetch: an address that ends by mail may end sooner, a mailbox that is not shown yet
 * is known only to the server, and a running fetch may be older than the mail. Of a list that was cut short
 * most mailboxes are never shown, so mail in these says nothing.
 */
export function boxReceived({ client, source }: MailCache, mailboxId: string): void {
  const askUnlessAsWas = (queryKey: QueryKey, boxes: readonly Mailbox[] = [], isCut = false) => {
    if (isCut && !boxes.some(box => box.id === mailboxId)) return
    const isAsWas = boxes.some(box => box.id === mailboxId && box.mailsLeft === null && !box.endsAfterCode)
    if (!isAsWas || client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
  }
  const [box, own] = [mailKeys.box(source), mailKeys.firstBoxes(source)]
  const shown = client.getQueryData<Mailbox | null>(box)
  askUnlessAsWas(box, shown ? [shown] : [])
  const first = client.getQueryData<Boxes>(own)
  askUnlessAsWas(own, first?.list, first !== undefined && first.total > first.list.length)
}

/**
 * A fetch that runs while mails change may return their old state. The returned function fetches it once more
 * when the change is done.
 */
export function onItsWay(cache: MailCache): () => void {
  const keys = cache.client
    .getQueryCache()
    .findAll({ queryKey: mailKeys.all(cache.source), fetchStatus: 'fetching' })
    .map(query => query.queryKey)
  return () => {
    for (const queryKey of keys) void cache.client.invalidateQueries({ queryKey, exact: true })
  }
}

/** Everything except single mails, which do not change. */
const changing = (cache: MailCache) => ({
  queryKey: mailKeys.all(cache.source),
  predicate: (query: Query) => query.queryKey[2] !== 'one',
})

export function askAnew(cache: MailCache): void {
  void cache.client.invalidateQueries(changing(cache))
}

/** Does the same, and also checks whether the mail that is being read still exists. */
export function lookAgain(cache: MailCache): void {
  askAnew(cache)
  void cache.client.resetQueries({ queryKey: mailKeys.ones(cache.source), type: 'active' })
}

/**
 * Fetches everything again, but waits for running fetches first, since one may be the first data on the page.
 */
export async function catchUp(cache: MailCache): Promise<void> {
  const onTheWay = { ...changing(cache), fetchStatus: 'fetching' } as const
  await cache.client.refetchQueries(onTheWay, { cancelRefetch: false })
  await cache.client.invalidateQueries(changing(cache))
}

/**
 * The search index over mails. Each mail's tokens are kept together with a token for its mailbox, so that a search in some
 * mailboxes intersects lists instead of sifting the whole site.
 */
import type { DatabaseKind, Tx } from '../../database/types.ts'
import type { SearchTerm } from '../../mail/search/tokens.ts'
import { deleteIndexRows, type IndexRow, insertIndexRows } from './search-repository.ts'

/** Begins with a sign that no word begins with. */
const mailboxToken = (id: string): string => `§m${id}`

/** PostgreSQL keeps positions up to 16,383 and 256 of each token. */
const maxPosition = 16_383
const maxPerToken = 255
const rowsPerStatement = 50

function tsvector(tokens: readonly string[]): string {
  const places = new Map<string, number[]>()
  tokens.forEach((token, index) => {
    const list = places.get(token) ?? []
    if (list.length < maxPerToken && index < maxPosition) list.push(index + 1)
    places.set(token, list)
  })
  return [...places]
    .map(([token, list]) => `'${token}'${list.length > 0 ? `:${list.join(',')}` : ''}`)
    .join(' ')
}

export type IndexedMail = { seq: number; mailboxId: string; tokens: string }

function indexRow(kind: DatabaseKind, { seq, mailboxId, tokens }: IndexedMail): IndexRow {
  const own = mailboxToken(mailboxId)
  if (kind === 'sqlite') return { seq, tokens: `${own} ${tokens}` }
  return { seq, tokens: tsvector([own, ...tokens.split(' ').filter(token => token !== '')]) }
}

export async function indexMails(tx: Tx, kind: DatabaseKind, mails: readonly IndexedMail[]): Promise<void> {
  for (let at = 0; at < mails.length; at += rowsPerStatement) {
    const rows = mails.slice(at, at + rowsPerStatement).map(mail => indexRow(kind, mail))
    await insertIndexRows(tx, kind, rows)
  }
}

export async function unindexMails(tx: Tx, kind: DatabaseKind, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await deleteIndexRows(tx, kind, seqs)
}

/** Tokens hold letters and digits only, so quoting them is all the escaping there is. */
const ftsTerm = (term: SearchTerm): string =>
  term.kind === 'prefix' ? `"${term.token}"*` : `"${term.tokens.join(' ')}"`

const tsTerm = (term: SearchTerm): string =>
  term.kind === 'prefix' ? `'${term.token}':*` : `(${term.tokens.map(token => `'${token}'`).join(' <-> ')})`

/** Makes the condition for a match in these mailboxes, or anywhere for null. */
export function matchText(
  kind: DatabaseKind,
  mailboxIds: readonly string[] | null,
  terms: readonly SearchTerm[],
): string {
  const own = mailboxIds?.map(mailboxToken)
  if (kind === 'sqlite') {
    const places = own ? [`(${own.map(token => `"${token}"`).join(' OR ')})`] : []
    return [...places, ...terms.map(ftsTerm)].join(' AND ')
  }
  const places = own ? [`(${own.map(token => `'${token}'`).join(' | ')})`] : []
  return [...places, ...terms.map(tsTerm)].join(' & ')
}

/**
 * The search index over mails. Each mail's tokens are kept together with a token for its mailbox, so that a search in some
 * mailboxes intersects lists instead of sifting the whole site.
 */
import { type RawBuilder, sql } from 'kysely'
import { preparedRows } from '../../database/prepared.ts'
import type { DatabaseKind, Tx } from '../../database/types.ts'
import type { SearchTerm } from '../../mail/search/tokens.ts'

/** Begins with a sign that no word begins with. */
const mailboxToken = (id: string): string => `§m${id}`

/** PostgreSQL keeps positions up to 16,383 and 256 of each token. */
const maxPosition = 16_383
const maxPerToken = 255
const rowsPerStatement = 50

const columns = { sqlite: sql.raw('rowid'), postgres: sql.raw('mail_seq') } as const
const casts = { sqlite: sql.raw(''), postgres: sql.raw('::tsvector') } as const

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

type IndexRow = { seq: number; tokens: string }

function indexRow(kind: DatabaseKind, { seq, mailboxId, tokens }: IndexedMail): IndexRow {
  const own = mailboxToken(mailboxId)
  if (kind === 'sqlite') return { seq, tokens: `${own} ${tokens}` }
  return { seq, tokens: tsvector([own, ...tokens.split(' ').filter(token => token !== '')]) }
}

const insertInto = (kind: DatabaseKind) =>
  preparedRows((query, rows: IndexRow[]) => {
    const values = rows.map(({ seq, tokens }) => sql`(${seq}, ${tokens}${casts[kind]})`)
    const insert = sql`INSERT INTO mail_search (${columns[kind]}, tokens) VALUES ${sql.join(values)}`
    return { compile: () => insert.compile(query) }
  })
const insertRows = { sqlite: insertInto('sqlite'), postgres: insertInto('postgres') } as const

export async function indexMails(tx: Tx, kind: DatabaseKind, mails: readonly IndexedMail[]): Promise<void> {
  for (let at = 0; at < mails.length; at += rowsPerStatement) {
    const rows = mails.slice(at, at + rowsPerStatement).map(mail => indexRow(kind, mail))
    await insertRows[kind](tx, rows)
  }
}

export async function unindexMails(tx: Tx, kind: DatabaseKind, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return
  await sql`DELETE FROM mail_search WHERE ${columns[kind]} IN (${sql.join([...seqs])})`.execute(tx)
}

/** Tokens hold letters and digits only, so quoting them is all the escaping there is. */
const ftsTerm = (term: SearchTerm): string =>
  term.kind === 'prefix' ? `"${term.token}"*` : `"${term.tokens.join(' ')}"`

const tsTerm = (term: SearchTerm): string =>
  term.kind === 'prefix' ? `'${term.token}':*` : `(${term.tokens.map(token => `'${token}'`).join(' <-> ')})`

/** The numbers of mails that match, newest first; in these mailboxes, or anywhere for null. */
export function matchingMails(
  kind: DatabaseKind,
  mailboxIds: readonly string[] | null,
  terms: readonly SearchTerm[],
  before: number | null,
  limit: number,
): RawBuilder<{ seq: number }> {
  const own = mailboxIds?.map(mailboxToken)
  if (kind === 'sqlite') {
    const places = own ? [`(${own.map(token => `"${token}"`).join(' OR ')})`] : []
    const match = [...places, ...terms.map(ftsTerm)].join(' AND ')
    const older = before === null ? sql`` : sql`AND rowid < ${before}`
    return sql`SELECT rowid AS seq FROM mail_search WHERE mail_search MATCH ${match} ${older} ORDER BY rowid DESC LIMIT ${sql.lit(limit)}`
  }
  const places = own ? [`(${own.map(token => `'${token}'`).join(' | ')})`] : []
  const match = [...places, ...terms.map(tsTerm)].join(' & ')
  const older = before === null ? sql`` : sql`AND mail_seq < ${before}`
  return sql`SELECT mail_seq AS seq FROM mail_search WHERE tokens @@ ${match}::tsquery ${older} ORDER BY mail_seq DESC LIMIT ${sql.lit(limit)}`
}

/** Makes conditions for substring search in which a person's text has no wildcards. */
import { type Expression, type SqlBool, sql } from 'kysely'

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, char => `\\${char}`)

/**
 * Matches when the column contains the text in any case. The database folds the case of both sides, because
 * it may know fewer letters than JavaScript.
 */
export const containing = (column: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${column}) LIKE lower(${`%${escapeLike(text)}%`}) ESCAPE '\\'`

/** Matches when the column contains the text exactly. Use it when both sides are already in small letters. */
export const containingPlain = (column: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} LIKE ${`%${escapeLike(text)}%`} ESCAPE '\\'`

export const beginning = (column: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} LIKE ${`${escapeLike(text)}%`} ESCAPE '\\'`

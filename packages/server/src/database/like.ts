/** Substring search without surprises: what a person types has no wildcards. */
import { type Expression, type SqlBool, sql } from 'kysely'

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, char => `\\${char}`)

/** Whether the column contains the text. The database folds the case of both sides: it may know fewer letters than we. */
export const containing = (column: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`lower(${column}) LIKE lower(${`%${escapeLike(text)}%`}) ESCAPE '\\'`

/** Whether the column holds the text exactly as it is; for both sides in small letters, this is the same. */
export const containingPlain = (column: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} LIKE ${`%${escapeLike(text)}%`} ESCAPE '\\'`

export const beginning = (column: Expression<unknown>, text: string): Expression<SqlBool> =>
  sql<SqlBool>`${column} LIKE ${`${escapeLike(text)}%`} ESCAPE '\\'`

/**
 * Holds all tables in the form that Kysely knows. The database knows no feature: each room describes its
 * tables in a `table.ts` and adds them here by interface merging. Truth values are 0 or 1, times are
 * milliseconds, structures are JSON text: the subset that both databases share.
 */
export type Flag = 0 | 1

export const flag = (value: boolean): Flag => (value ? 1 : 0)

export interface Schema {
  migration: { name: string; applied_at: number }
}

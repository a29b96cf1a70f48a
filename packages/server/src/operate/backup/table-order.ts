/** Decides which tables a backup keeps, and in which order they can be filled. */

/**
 * Tables that are not worth keeping: counts and tickets of the last minutes, work that comes round again, the search index, which is
 * made anew from the mails, and contents, which are kept by themselves.
 */
const leftOut = new Set([
  'migration',
  'job',
  'throttle',
  'spent_proof',
  'ended_login',
  'login_ticket',
  'loose_blob',
  'spool_ticket',
  'blob',
])

export const isKept = (table: string): boolean => !leftOut.has(table) && !table.startsWith('mail_search')

/** Those first that others refer to. */
export function inOrder(
  tables: readonly string[],
  refers: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const done: string[] = []
  const visit = (table: string, above: readonly string[]) => {
    if (done.includes(table) || above.includes(table)) return
    for (const other of refers.get(table) ?? []) if (tables.includes(other)) visit(other, [...above, table])
    done.push(table)
  }
  for (const table of [...tables].sort()) visit(table, [])
  return done
}

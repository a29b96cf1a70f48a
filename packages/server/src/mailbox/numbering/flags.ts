/**
 * Flags as programs write them (RFC 9051 section 2.3.2). Read and starred are columns, which the page changes too; the
 * others stand together as a list. They are bounded, because anybody who may sign in can make them up.
 */
const seen = '\\Seen'
const flagged = '\\Flagged'
const systemFlags = [seen, flagged, '\\Answered', '\\Draft', '\\Deleted'] as const

export const deletedFlag = '\\Deleted'

const maxKeywords = 50
const maxKeywordLength = 64

export type FlagColumns = { read: number; starred: number; flags: string | null }

const bySmall = new Map<string, string>(systemFlags.map(flag => [flag.toLowerCase(), flag]))

/** The spelling by which we keep it; null for what is not kept. */
function known(flag: string): string | null {
  if (flag.startsWith('\\')) return bySmall.get(flag.toLowerCase()) ?? null
  return flag.length <= maxKeywordLength ? flag : null
}

/** Keywords differ by more than the size of their letters. */
const keyOf = (flag: string): string => flag.toLowerCase()

/** Many mails have the same flags, and a session holds those of all its mails: each list exists once. */
export function createFlagLists(): (row: FlagColumns) => readonly string[] {
  const lists = new Map<string, readonly string[]>()
  return row => {
    const key = `${row.read}${row.starred}${row.flags ?? ''}`
    const made = lists.get(key)
    if (made) return made
    const list = flagsOf(row)
    if (lists.size < 1000) lists.set(key, list)
    return list
  }
}

export const flagsOf = ({ read, starred, flags }: FlagColumns): readonly string[] => [
  ...(read === 1 ? [seen] : []),
  ...(starred === 1 ? [flagged] : []),
  ...(flags === null ? [] : (JSON.parse(flags) as string[])),
]

/** What is kept of a list of flags; keywords beyond the bound are not. */
export function columnsOf(flags: readonly string[]): FlagColumns {
  const kept = new Map<string, string>()
  for (const flag of flags) {
    const name = known(flag)
    if (name !== null && !kept.has(keyOf(name))) kept.set(keyOf(name), name)
  }
  const read = kept.delete(keyOf(seen))
  const starred = kept.delete(keyOf(flagged))
  const others = [...kept.values()]
  const system = others.filter(flag => flag.startsWith('\\'))
  const keywords = others.filter(flag => !flag.startsWith('\\')).slice(0, maxKeywords)
  const list = [...system, ...keywords]
  return {
    read: read ? 1 : 0,
    starred: starred ? 1 : 0,
    flags: list.length > 0 ? JSON.stringify(list) : null,
  }
}

export type FlagStep = { readonly how: 'add' | 'remove' | 'replace'; readonly flags: readonly string[] }

export function changedFlags(row: FlagColumns, { how, flags }: FlagStep): FlagColumns {
  if (how === 'replace') return columnsOf(flags)
  const now = flagsOf(row)
  if (how === 'add') return columnsOf([...now, ...flags])
  const gone = new Set(flags.map(keyOf))
  return columnsOf(now.filter(flag => !gone.has(keyOf(flag))))
}

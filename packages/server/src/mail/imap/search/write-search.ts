import { rangesOf, writeRanges } from '../number-set.ts'
import { writeString } from '../write.ts'
import type { SearchReturn } from './search-key.ts'

/** Writes what SEARCH found, without the line end (RFC 9051, section 7.3.4; RFC 4731; RFC 7162, section 3.1.5). */

export type Found = {
  /** In ascending order, or in that of SORT. */
  readonly numbers: readonly number[]
  /** The highest mod-sequence of those that are told; null unless the client asked by MODSEQ. */
  readonly modseq: number | null
}

/** Null when the client only wanted the result to be saved (RFC 5182, section 2.1). */
export function writeEsearch(
  about: { readonly tag: string; readonly isUid: boolean; readonly returns: ReadonlySet<SearchReturn> },
  { numbers, modseq }: Found,
): string | null {
  const { tag, isUid, returns } = about
  if (returns.size === 1 && returns.has('save')) return null
  const told = [`* ESEARCH (TAG ${writeString(tag)})`]
  if (isUid) told.push('UID')
  const [least, most] = [extreme(numbers, Math.min), extreme(numbers, Math.max)]
  // RFC 4731: where nothing is found, there is nothing to tell but the count.
  if (returns.has('min') && least !== null) told.push(`MIN ${least}`)
  if (returns.has('max') && most !== null) told.push(`MAX ${most}`)
  if (returns.has('all') && numbers.length > 0) told.push(`ALL ${writeRanges(rangesOf(numbers))}`)
  if (returns.has('count')) told.push(`COUNT ${numbers.length}`)
  if (modseq !== null && numbers.length > 0) told.push(`MODSEQ ${modseq}`)
  return told.join(' ')
}

function extreme(numbers: readonly number[], better: (a: number, b: number) => number): number | null {
  const [first] = numbers
  return first === undefined ? null : numbers.reduce((a, b) => better(a, b), first)
}

/** The old form, for SEARCH and SORT without RETURN. */
export function writeFound(name: 'SEARCH' | 'SORT', { numbers, modseq }: Found): string {
  const told = [`* ${name}`, ...numbers.map(String)]
  if (modseq !== null && numbers.length > 0) told.push(`(MODSEQ ${modseq})`)
  return told.join(' ')
}

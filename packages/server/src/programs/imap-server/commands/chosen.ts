/** The messages that a set of numbers or UIDs means in the selected folder. */
import {
  countOf,
  type NumberSet,
  numbersWithin,
  type Ranges,
  resolveSet,
} from '../../../mail/imap/number-set.ts'
import { indexOf, type SelectedFolder } from '../session/selected-folder.ts'

/** Returns places from 0, ascending; null when a number is none of a message. UIDs without a message mean nothing. */
export function chosenIndexes(selected: SelectedFolder, set: NumberSet, isUid: boolean): number[] | null {
  const { uids, saved } = selected
  if (isUid || set.kind === 'saved') {
    const ranges = resolveSet(set, uids.at(-1) ?? 0, saved)
    return numbersWithin(ranges, uids).map(uid => indexOf(selected, uid))
  }
  const ranges = resolveSet(set, uids.length, [])
  if ((ranges.at(-1)?.[1] ?? 0) > uids.length) return null
  return indexesIn(ranges)
}

function indexesIn(ranges: Ranges): number[] {
  const indexes = new Array<number>(countOf(ranges))
  let at = 0
  for (const [first, last] of ranges)
    for (let number = first; number <= last; number++) indexes[at++] = number - 1
  return indexes
}

export const uidsAt = ({ uids }: SelectedFolder, indexes: readonly number[]): number[] =>
  indexes.map(index => uids[index] ?? 0)

export function* portions<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

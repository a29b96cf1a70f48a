import type { NumberSet } from '../number-set.ts'

/** What a client looks for (RFC 9051, section 6.4.4, with RFC 3501, 5032, 7162, 8474 and 8514). */

export type SearchKey =
  | { readonly key: 'all' }
  | { readonly key: 'and'; readonly keys: readonly SearchKey[] }
  | { readonly key: 'or'; readonly keys: readonly [SearchKey, SearchKey] }
  | { readonly key: 'not'; readonly inner: SearchKey }
  | { readonly key: 'numbers'; readonly set: NumberSet; readonly isUid: boolean }
  | { readonly key: 'flag'; readonly flag: string }
  /** The name of the field is in lower case. An empty text finds every mail that has the field. */
  | { readonly key: 'header'; readonly name: string; readonly text: string }
  | { readonly key: 'body' | 'text'; readonly text: string }
  /** Days are counted from 1970. */
  | {
      readonly key: 'day'
      readonly of: DayOf
      readonly when: 'before' | 'on' | 'since'
      readonly day: number
    }
  | { readonly key: 'larger' | 'smaller'; readonly octets: number }
  | { readonly key: 'older' | 'younger'; readonly seconds: number }
  | { readonly key: 'modseq'; readonly least: number }
  | { readonly key: 'emailId' | 'threadId'; readonly id: string }

export type DayOf = 'internalDate' | 'sent' | 'saved'

export type SearchReturn = 'min' | 'max' | 'all' | 'count' | 'save'

export type SearchRequest = {
  readonly key: SearchKey
  /** Null for the old form, which is answered by `* SEARCH` unless IMAP4rev2 is enabled. */
  readonly returns: ReadonlySet<SearchReturn> | null
}

export type { OrderField as SortField, OrderKey as SortKey } from '../../thread/order-letters.ts'

export type ThreadAlgorithm = 'references' | 'orderedSubject'

/**
 * Describes what every DNS provider can do. Names are whole, in lower case and without a final dot; values
 * are as people write them (`10 mx.example.com`, the text of a TXT record without quotes). Each provider's
 * file knows that provider's spelling, but not which changes are needed.
 */
import { domainWords } from '../words/words.ts'

export type ZoneRecord = {
  readonly name: string
  readonly type: string
  readonly value: string
  readonly ttl: number
}

/** A record as a provider stores it. */
export type KeptRecord = ZoneRecord & { readonly id: string }

export type ZoneChange =
  | { readonly action: 'create'; readonly record: ZoneRecord }
  | { readonly action: 'update'; readonly before: KeptRecord; readonly record: ZoneRecord }
  | { readonly action: 'delete'; readonly before: KeptRecord }

export type Zone = {
  /** Returns every record at exactly these names. */
  recordsAt(names: readonly string[]): Promise<KeptRecord[]>
  /**
   * Makes the changes in order and reports each as soon as it is in force. `seen` holds the records from
   * which the changes were planned. If they have changed since, a provider that can do so refuses all
   * changes.
   */
  change(
    changes: readonly ZoneChange[],
    seen: readonly KeptRecord[],
    done: (index: number) => Promise<void>,
  ): Promise<void>
}

/** A provider's refusal, in words that people may see. */
export class ProviderError extends Error {
  readonly reason: 'credentials' | 'zone' | 'changed' | 'refused' | 'unreachable'
  constructor(reason: ProviderError['reason'], message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}

export type Credentials = Readonly<Record<string, string>>

export const defaultTtl = 600
const maxPages = 100

/** Returns the zones that could hold a name, longest first. */
export function zoneCandidates(name: string): string[] {
  const labels = name.split('.')
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
}

/** Returns the part of a name before its zone, or `@`. */
export const relativeName = (name: string, zone: string): string =>
  name === zone ? '@' : name.slice(0, -zone.length - 1)

export const wholeName = (relative: string, zone: string): string =>
  (relative === '@' || relative === '' ? zone : `${relative}.${zone}`).toLowerCase()

export const bareHost = (host: string): string => host.toLowerCase().replace(/\.$/, '')

/**
 * Reads text between quotes, as master files and some providers write it: joins strings and undoes escapes.
 */
export function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  const strings = text.match(/"(?:[^"\\]|\\.)*"/g) ?? []
  return strings.map(part => part.slice(1, -1).replace(/\\(.)/g, '$1')).join('')
}

export const required = (credentials: Credentials, name: string): string => {
  const value = credentials[name]?.trim() ?? ''
  if (value === '') throw new ProviderError('credentials', domainWords.provider.incomplete)
  return value
}

/** Reads all pages and stops at a limit, because a provider may never end. */
export async function readPages<T>(
  read: (page: number) => Promise<{ items: readonly T[]; more: boolean }>,
): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; page <= maxPages; page++) {
    const { items, more } = await read(page)
    all.push(...items)
    if (!more) return all
  }
  throw new ProviderError('refused', domainWords.provider.tooManyRecords)
}

/** Makes changes one by one through calls of a provider. */
export async function changeOneByOne(
  changes: readonly ZoneChange[],
  done: (index: number) => Promise<void>,
  make: (change: ZoneChange) => Promise<void>,
): Promise<void> {
  for (const [index, change] of changes.entries()) {
    await make(change)
    await done(index)
  }
}

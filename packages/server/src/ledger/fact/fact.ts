/**
 * Facts: notes for people to read later, stored as a key with values. The words of the room turn a fact into
 * a sentence when it is shown. A room declares its facts by merging into `Facts`, in its `facts.ts`, and
 * gives their sentences in its `words.ts`. The type check fails when a sentence is missing or its fact is not
 * declared.
 */

export interface Facts {
  /** A sentence that an earlier version stored ready-made. */
  sentence: { text: string }
  /** The name of the one thing that the act concerned. */
  named: { name: string }
  /** The names of the first few of many things. */
  someNamed: { names: readonly string[]; total: number }
}

export type FactKey = keyof Facts
export type Fact = { [Key in FactKey]: { readonly key: Key; readonly values: Facts[Key] } }[FactKey]

/**
 * The sentences of some facts. A room's own are `FactWords<keyof its own facts>`; those of the whole program
 * are `FactWords`.
 */
export type FactWords<Key extends FactKey = FactKey> = {
  readonly [K in Key]: (values: Facts[K]) => string
}

export const fact = <Key extends FactKey>(key: Key, values: Facts[Key]): Extract<Fact, { key: Key }> =>
  ({ key, values }) as Extract<Fact, { key: Key }>

/** The number of names shown for many things. */
export const namedAtMost = 5

/** Names many things, as far as a list shows them. */
export const someNamed = (names: readonly string[], total = names.length) =>
  fact('someNamed', { names: names.slice(0, namedAtMost), total })

/** Returns a fact in the form of a column; empty when there is none. */
export const storedFact = (told: Fact | null): string =>
  told === null ? '' : JSON.stringify([told.key, told.values])

function parsed(stored: string): unknown {
  try {
    return JSON.parse(stored)
  } catch {
    return null
  }
}

/** Reads a fact back from a column. A node of an older version still writes plain sentences there. */
export const readFact = (stored: string): Fact | null => {
  if (stored === '') return null
  const told = parsed(stored)
  const [key, values] = Array.isArray(told) ? (told as unknown[]) : []
  return typeof key === 'string' && typeof values === 'object' && values !== null
    ? fact(key as FactKey, values as never)
    : fact('sentence', { text: stored })
}

/**
 * Returns the texts and numbers in the values of a fact, one per line, for a search. Keys are left out,
 * because people do not see them.
 */
export const factTexts = (told: Fact | null): string => textsOf(told?.values).join('\n')

function textsOf(value: unknown): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/**
 * Returns the stored forms of facts without values whose sentence contains this text. Other sentences depend
 * on values, and a search finds those by the values.
 */
export const fixedFactsSaying = (words: Partial<FactWords>, text: string): string[] =>
  (Object.keys(words) as FactKey[])
    .filter(key => words[key]?.length === 0 && (words[key] as () => string)().includes(text))
    .map(key => JSON.stringify([key, {}]))

/**
 * Returns the sentence of a stored fact. A later version may have stored a key that these words lack; such a
 * fact is shown in its stored form.
 */
export function sayFact(words: Partial<FactWords>, stored: string): string {
  const told = readFact(stored)
  if (told === null) return ''
  if (told.key === 'sentence') return told.values.text
  const say = Object.hasOwn(words, told.key) ? (words[told.key] as (values: unknown) => string) : null
  return say === null ? stored : say(told.values)
}

/** The port by which a search of stored facts asks for those whose fixed sentence contains a text. */
export type FactsSaying = (text: string) => readonly string[]

/** The port by which other rooms ask for the sentence of a stored fact. */
export type SayFact = (stored: string) => string

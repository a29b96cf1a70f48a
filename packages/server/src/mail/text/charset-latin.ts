import { lazily } from '../lazily.ts'
import { LANGUAGES, type Language } from './charset-languages.ts'

/**
 * Rates what bytes are in a charset of Latin letters. Only accents and words tell: accents stand beside the letters
 * that they usually stand beside, all of one language, which is that of the words, and symbols do not stand inside
 * words.
 */

const SAMPLE_BYTES = 1_024

type Code = keyof typeof LANGUAGES
const CODES = Object.keys(LANGUAGES) as Code[]

/** `handicap` are the points by which one that hardly anybody writes must be better. */
type LatinCharset = { charset: string; languages: string; handicap: number }

const WESTERN = 'en fr it es pt gl ca de nl af lb da nb nn sv fi is fo ga gd br wa eu cy sq et'
const CENTRAL = 'en pl cs sk hu hr sl ro de sq'
const BALTIC = 'en lt lv et pl de fi'

/** In order of preference. */
const LATIN: readonly LatinCharset[] = [
  { charset: 'windows-1252', languages: WESTERN, handicap: 0 },
  { charset: 'windows-1250', languages: CENTRAL, handicap: 1 },
  { charset: 'iso-8859-2', languages: CENTRAL, handicap: 1 },
  { charset: 'windows-1254', languages: 'en tr ku de fr', handicap: 1 },
  { charset: 'windows-1257', languages: BALTIC, handicap: 1 },
  { charset: 'iso-8859-13', languages: BALTIC, handicap: 1 },
  { charset: 'iso-8859-15', languages: WESTERN, handicap: 4 },
  { charset: 'windows-1258', languages: 'vi', handicap: 6 },
  { charset: 'iso-8859-16', languages: 'ro', handicap: 6 },
  { charset: 'iso-8859-3', languages: 'eo mt', handicap: 6 },
  { charset: 'iso-8859-14', languages: 'cy', handicap: 6 },
]

/** What a byte stands for. */
const PLAIN = 0
const LOWER = 1
const UPPER = 2
/** Punctuation, which stands beside a word. */
const MARK = 3
/** A symbol that follows a word or a number. */
const AFTER = 4
const SYMBOL = 5
const NONE = 6

const MARKS = '“”‘’‚„–—…•€«»\u00a0¿¡·´'

function kindOf(char: string): number {
  if (/[\p{L}\p{M}]/u.test(char) && !'ªºˆ'.includes(char)) {
    return char === char.toLowerCase() ? LOWER : UPPER
  }
  if (char < '\u0080') return PLAIN
  if (MARKS.includes(char)) return MARK
  if ('ªº²³¹©®™°£§'.includes(char)) return AFTER
  return char === '\ufffd' || char < '\u00a0' ? NONE : SYMBOL
}

/** The points of a letter of the language in its usual place, with one strange neighbour, and with two. */
const IN_PLACE = 8
const HALF_IN_PLACE = -2
const OUT_OF_PLACE = -8
/** The points of one that stands anywhere, of a loanword's, and of another language's. */
const ANYWHERE = 5
const RARE_LETTER = 1
const OTHER_LETTER = -6
/** The points of one that stands alone: that is a word of the language, or none at all. */
const LONE_LETTER = -2
const OTHER_LONE_LETTER = -12
/** The points of a common word. */
const WORD = 6

/** The letters beside an accented one; `_` is the edge of a word. */
type Neighbours = { before: string; after: string }

type Spoken = {
  /** Its place among all languages. */
  index: number
  points: Int8Array
  neighbours: readonly (Neighbours | undefined)[]
}

type Table = { chars: readonly string[]; kinds: Uint8Array; spoken: readonly Spoken[] }

/** Turkish has an `i` with a dot in capitals; in lower case it is no accent. */
const lowerOf = (char: string): string => (char === 'İ' ? 'i' : char.toLowerCase())

function makeTable({ charset, languages }: LatinCharset): Table {
  const decoder = new TextDecoder(charset)
  const decoded = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)))
  const chars = decoded.map(lowerOf)
  const spoken = languages.split(' ').map(code => speak(CODES.indexOf(code as Code), chars))
  return { chars, kinds: Uint8Array.from(decoded, kindOf), spoken }
}

function speak(index: number, chars: readonly string[]): Spoken {
  const { accents, rare = '' }: Language = LANGUAGES[CODES[index] ?? 'en']
  const own = new Map<string, Neighbours | undefined>()
  for (const accent of accents.split(' ')) {
    const [before, after] = accent.slice(1).split('/')
    own.set(accent.charAt(0), after === undefined ? undefined : { before: before ?? '', after })
  }
  // The capital İ is read as a plain letter, in the one language that has its small sister.
  const isOwn = (char: string) => own.has(char) || (char === 'i' && own.has('ı'))
  const points = Int8Array.from(chars, char => {
    if (isOwn(char)) return ANYWHERE
    return rare.includes(char) ? RARE_LETTER : OTHER_LETTER
  })
  return { index, points, neighbours: chars.map(char => own.get(char)) }
}

const CANDIDATES = LATIN.map(candidate => ({ ...candidate, table: lazily(() => makeTable(candidate)) }))

/** Which languages have a word. */
const languagesOf = lazily(() => {
  const known = new Map<string, number[]>()
  CODES.forEach((code, index) => {
    for (const word of LANGUAGES[code].words.split(' ')) known.set(word, [...(known.get(word) ?? []), index])
  })
  return known
})

const NOBODY: readonly number[] = []

/** What is the same in every charset. */
type Sample = {
  bytes: Uint8Array
  /** Where the bytes beyond ASCII are, and where the words with them begin and end. */
  accents: readonly number[]
  accented: readonly (readonly [start: number, end: number])[]
  /** How many common words of ASCII are of each language, and how many there are at all. */
  common: readonly number[]
  mostCommon: number
  words: number
}

function most(values: readonly number[]): number {
  let highest = values[0] ?? 0
  for (const value of values) if (value > highest) highest = value
  return highest
}

const isWordByte = (byte: number): boolean => byte >= 0x80 || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a)

function takeSample(all: Uint8Array): Sample {
  const bytes = all.subarray(0, SAMPLE_BYTES)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1').toLowerCase()
  const known = languagesOf()
  const common: number[] = Array(CODES.length).fill(0)
  const accents: number[] = []
  const accented: [number, number][] = []
  let words = 0
  for (let at = 0; at < bytes.length; at++) {
    if (!isWordByte(bytes[at] ?? 0)) continue
    const start = at
    const before = accents.length
    for (; isWordByte(bytes[at] ?? 0); at++) if ((bytes[at] ?? 0) >= 0x80) accents.push(at)
    if (accents.length > before) {
      accented.push([start, at])
      continue
    }
    words++
    if (at - start > 1) {
      for (const index of known.get(text.slice(start, at)) ?? NOBODY) common[index] = (common[index] ?? 0) + 1
    }
  }
  return { bytes, accents, accented, common, mostCommon: most(common), words }
}

export type LatinRating = {
  charset: string
  /** The mean of the accents, about -3 (impossible) to 1 (words of a language), comparable with other writings. */
  mean: number
  /** All that speaks for it, in points. */
  total: number
  /** True when the accents fit the language whose words are most: no other charset can be better by far. */
  isSure: boolean
}

/** A text in a language has at least this share of its common words; fewer words say nothing of their language. */
const WORDS_SHARE = 0.15
const FEW_WORDS = 8
const WORDS_WORTH = 0.4

/** So many words of one language are no chance. */
const TWO_WORDS = 2

/** A few accented letters may meet; a word of them is no word. */
const CROWD = 5
const CROWDED = -12

/** Rates `sample` in a charset, or returns null when that cannot have `least` points. */
function rate(sample: Sample, charset: string, table: Table, least: number): LatinRating | null {
  const { spoken } = table
  const sums: number[] = Array(spoken.length).fill(0)
  const shared = addAccents(sample, table, sums)
  const { accented, common, mostCommon } = sample
  if (shared + most(sums) + WORD * (mostCommon + accented.length) < least) return null
  const counts: number[] = Array(spoken.length).fill(0)
  const words = sample.words + countAccented(sample, charset, table, counts)
  let best = 0
  let total = Number.NEGATIVE_INFINITY
  for (let which = 0; which < spoken.length; which++) {
    const count = (counts[which] ?? 0) + (common[spoken[which]?.index ?? 0] ?? 0)
    counts[which] = count
    const points = shared + (sums[which] ?? 0) + WORD * count
    if (points <= total) continue
    total = points
    best = which
  }
  const sum = shared + (sums[best] ?? 0)
  const count = counts[best] ?? 0
  const share = count / Math.max(words, FEW_WORDS)
  const accents = sample.accents.length
  const mean = accents === 0 ? 0 : sum / accents / 10 + WORDS_WORTH * Math.min(1, share / WORDS_SHARE)
  const fitting = sum / Math.max(1, accents)
  const isSure = count >= mostCommon && fitting >= (count >= TWO_WORDS ? IN_PLACE / 2 : IN_PLACE)
  return { charset, mean, total, isSure }
}

/** Adds the points of the accents to those of each language, and returns those that are the same in all. */
function addAccents({ bytes, accents }: Sample, { kinds, chars, spoken }: Table, sums: number[]): number {
  // Guillemets come in pairs; one alone may be a letter of another charset.
  const quotes = accents.some(at => bytes[at] === 0xab) && accents.some(at => bytes[at] === 0xbb)
  let shared = 0
  let run = 0
  for (let which = 0; which < accents.length; which++) {
    const at = accents[which] ?? 0
    const byte = bytes[at] ?? 0
    const kind = kinds[byte] ?? NONE
    const before = kinds[bytes[at - 1] ?? 0] ?? PLAIN
    const follows = before === LOWER || before === UPPER
    const after = kinds[bytes[at + 1] ?? 0] ?? PLAIN
    const leads = after === LOWER || after === UPPER
    if (kind !== LOWER && kind !== UPPER) {
      run = 0
      shared += weighSymbol(kind, byte, follows, leads, quotes)
      continue
    }
    run = accents[which - 1] === at - 1 ? run + 1 : 1
    if (run >= CROWD) shared += run === CROWD ? CROWDED * CROWD : CROWDED
    if (kind === UPPER && before === LOWER) shared -= 12
    const previous = follows ? (chars[bytes[at - 1] ?? 0] ?? '_') : '_'
    const next = leads ? (chars[bytes[at + 1] ?? 0] ?? '_') : '_'
    for (let language = 0; language < spoken.length; language++)
      sums[language] = (sums[language] ?? 0) + weighLetter(spoken[language], byte, previous, next)
  }
  return shared
}

function weighLetter(language: Spoken | undefined, byte: number, previous: string, next: string): number {
  const points = language?.points[byte] ?? OTHER_LETTER
  if (previous === '_' && next === '_') return points === ANYWHERE ? LONE_LETTER : OTHER_LONE_LETTER
  const usual = language?.neighbours[byte]
  if (usual === undefined) return points
  if (usual.before.includes(previous)) return usual.after.includes(next) ? IN_PLACE : HALF_IN_PLACE
  return usual.after.includes(next) ? HALF_IN_PLACE : OUT_OF_PLACE
}

function weighSymbol(kind: number, byte: number, follows: boolean, leads: boolean, quotes: boolean): number {
  if (kind === MARK) {
    if (follows && (byte === 0xab || byte === 0xbb) && !quotes) return -8
    return follows && leads && byte !== 0x92 && byte !== 0xb7 ? -8 : 4
  }
  if (kind === AFTER) return leads ? -12 : 2
  if (kind === SYMBOL) return follows || leads ? -12 : -4
  return -15
}

/** Adds the common words with accents to those of each language, and returns how many words there are. */
function countAccented(
  { bytes, accented }: Sample,
  charset: string,
  { kinds, chars, spoken }: Table,
  counts: number[],
): number {
  const known = languagesOf()
  let words = 0
  for (const [start, end] of accented) {
    let word = ''
    for (let at = start; at <= end; at++) {
      const byte = at < end ? (bytes[at] ?? 0) : 0
      const kind = kinds[byte]
      if (kind === LOWER || kind === UPPER) word += chars[byte] ?? ''
      else if (word !== '') {
        words++
        // Vietnamese tones are written apart from their vowels.
        const languages = known.get(charset === 'windows-1258' ? word.normalize() : word) ?? NOBODY
        for (const index of languages) {
          const which = spoken.findIndex(language => language.index === index)
          if (which >= 0) counts[which] = (counts[which] ?? 0) + 1
        }
        word = ''
      }
    }
  }
  return words
}

/** Returns how good `charset` is for `bytes`; null if it is not one of Latin letters. */
export function rateLatin(bytes: Uint8Array, charset: string): LatinRating | null {
  const candidate = CANDIDATES.find(one => one.charset === charset)
  if (candidate === undefined) return null
  return rate(takeSample(bytes), charset, candidate.table(), Number.NEGATIVE_INFINITY)
}

/** Returns the best charset of Latin letters for `bytes`. */
export function likeliestLatin(bytes: Uint8Array): LatinRating {
  return (
    likeliest(takeSample(bytes), Number.NEGATIVE_INFINITY) ?? {
      charset: 'windows-1252',
      mean: 0,
      total: 0,
      isSure: false,
    }
  )
}

/** Returns the best charset of more than `least` points. */
function likeliest(sample: Sample, least: number): LatinRating | null {
  let best: LatinRating | null = null
  let floor = least
  for (const { charset, table, handicap } of CANDIDATES) {
    const rating = rate(sample, charset, table(), floor + handicap)
    if (rating === null || rating.total - handicap <= floor) continue
    best = rating
    floor = rating.total - handicap
  }
  return best
}

/** So many points more must another charset have before a declared one is not believed: more than one odd accent. */
const FAR = 8

/** Returns what speaks for the declared `charset`, and whether much more speaks for another of Latin letters. */
export function judgeLatin(bytes: Uint8Array, charset: string): { mean: number; isOther: boolean } | null {
  const candidate = CANDIDATES.find(one => one.charset === charset)
  if (candidate === undefined) return null
  const sample = takeSample(bytes)
  const own = rate(sample, charset, candidate.table(), Number.NEGATIVE_INFINITY)
  if (own === null) return null
  return { mean: own.mean, isOther: !own.isSure && likeliest(sample, own.total + FAR) !== null }
}

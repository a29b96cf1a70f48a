import { lazily } from '../lazily.ts'
import { isHongKongPair } from './big5-hkscs.ts'
import { judgeLatin, likeliestLatin, rateLatin } from './charset-latin.ts'
import * as letters from './charset-letters.ts'
import { isUhcPair } from './charset-shift.ts'

/**
 * Guesses a charset that nobody declared, or declared wrongly. Each candidate reads the bytes, and the mean
 * plausibility of the result decides. It works on a bounded sample, so the cost does not grow with the mail.
 */

const SAMPLE_BYTES = 4_096
const SINGLE_BYTE_SAMPLE = 1_024
const INVALID = -30
/** Above this, a double-byte reading is already everyday language, so the single-byte ones are not tried. */
const CERTAIN = 0.75

type DoubleByte = { charset: string; weights: () => Int8Array; single: (byte: number) => number | null }
type SingleByte = {
  charset: string
  score: (text: string) => number
  /** The words that most texts have; null where no blanks stand between words. */
  words: (() => ReadonlySet<string>) | null
}

/** Returns the tenths of a point that a decoded double-byte character earns. */
type Weigh = (char: string, lead: number, trail: number) => number

/**
 * The tables are made on first use: most mail is UTF-8, and otherwise every parsing thread would make them at
 * its start.
 */
const pairWeights = (charset: string, weigh: Weigh): (() => Int8Array) =>
  lazily(() => makePairWeights(charset, weigh))

function makePairWeights(charset: string, weigh: Weigh): Int8Array {
  const weights = new Int8Array(65_536).fill(INVALID)
  const bytes = new Uint8Array(126 * 191 * 3)
  let length = 0
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      // LF is not a trail byte in any of these charsets, so every pair decodes on a line of its own.
      bytes[length++] = lead
      bytes[length++] = trail
      bytes[length++] = 0x0a
    }
  }
  const lines = new TextDecoder(charset).decode(bytes).split('\n')
  for (let index = 0; index < lines.length - 1; index++) {
    const char = lines[index] ?? ''
    const code = char.charCodeAt(0)
    const valid = char.length === 1 && code !== 0xfffd && code >= 0xa0 && !(code >= 0xe000 && code <= 0xf8ff)
    const lead = bytes[index * 3] ?? 0
    const trail = bytes[index * 3 + 1] ?? 0
    if (valid) weights[(lead << 8) | trail] = weigh(char, lead, trail)
    // Syllables of Unified Hangul Code outside KS X 1001 are rare, but valid.
    else if (charset === 'euc-kr' && isUhcPair(lead, trail)) weights[(lead << 8) | trail] = -2
    // So are the characters of Hong Kong beside those of Big5.
    else if (charset === 'big5' && isHongKongPair(lead, trail)) weights[(lead << 8) | trail] = -2
  }
  return weights
}

const isKana = (char: string) => char >= 'ぁ' && char <= 'ヶ'
const isHangul = (char: string) => char >= '가' && char <= '힣'
const CJK_MARKS = new Set('。，、；：？！“”‘’（）《》「」『』【】〔〕—…·￥　・ー～')
const isCjkMark = (char: string) => CJK_MARKS.has(char) || (char >= '０' && char <= 'ｚ')

function hanWeights(
  common: string,
  commonWeight: number,
  isPlain: (lead: number, trail: number) => boolean,
): Weigh {
  const set = new Set(common)
  return (char, lead, trail) => {
    if (set.has(char)) return commonWeight
    if (isCjkMark(char)) return 6
    if (isKana(char) || isHangul(char)) return -2
    return isPlain(lead, trail) ? 3 : -6
  }
}

function japaneseWeights(isPlain: (lead: number) => boolean): Weigh {
  const set = new Set(letters.COMMON_KANJI)
  return (char, lead) => {
    if (isKana(char)) return 10
    if (set.has(char)) return 8
    if (isCjkMark(char)) return 6
    return isPlain(lead) ? 2 : -6
  }
}

function koreanWeights(): Weigh {
  const set = new Set(letters.COMMON_HANGUL)
  return char => {
    if (set.has(char)) return 10
    if (isHangul(char)) return 4
    return isCjkMark(char) ? 3 : -6
  }
}

const none = () => null

/**
 * In order of preference: on equal scores the earlier wins, because most mail here is in simplified Chinese.
 */
const DOUBLE_BYTE: readonly DoubleByte[] = [
  {
    charset: 'gb18030',
    // GB 2312 level 1 (rows 16 to 55) is the everyday vocabulary.
    weights: pairWeights(
      'gb18030',
      hanWeights(letters.COMMON_SIMPLIFIED, 10, (l, t) => l >= 0xb0 && l <= 0xd7 && t >= 0xa1),
    ),
    single: none,
  },
  {
    charset: 'big5',
    // Big5 level 1 (0xA440 to 0xC67E).
    weights: pairWeights(
      'big5',
      hanWeights(letters.COMMON_TRADITIONAL, 10, l => l >= 0xa4 && l <= 0xc6),
    ),
    single: none,
  },
  {
    charset: 'shift_jis',
    // JIS level 1 kanji are 0x889F to 0x9872. Half-width katakana are single bytes.
    weights: pairWeights(
      'shift_jis',
      japaneseWeights(l => l >= 0x88 && l <= 0x98),
    ),
    single: byte => (byte >= 0xa1 && byte <= 0xdf ? -1 : null),
  },
  {
    charset: 'euc-jp',
    weights: pairWeights(
      'euc-jp',
      japaneseWeights(l => l >= 0xb0 && l <= 0xcf),
    ),
    single: none,
  },
  { charset: 'euc-kr', weights: pairWeights('euc-kr', koreanWeights()), single: none },
]

const isLetter = (char: string) => /\p{L}/u.test(char)
const isLower = (char: string) => char !== char.toUpperCase()
const isUpper = (char: string) => char !== char.toLowerCase()
const isAsciiLetter = (char: string) => /[A-Za-z]/.test(char)

/**
 * Rates scripts with letters of their own: frequent letters count more, and capitals belong at the beginning
 * of words. `finals` stand only at the end of one, `inner` never at its beginning, `afterVowels` after vowels, and
 * `lone` may be a word.
 */
function scriptScore(
  alphabet: string,
  { finals = '', inner = '', afterVowels = '', vowels = '', lone = '' } = {},
): SingleByte['score'] {
  const half = Math.ceil(alphabet.length / 2)
  const points = new Map([...alphabet].map((char, index) => [char, index < half ? 9 : 4]))
  return meanOf((char, before, after) => {
    const lower = char.toLowerCase()
    const weight = points.get(lower)
    if (weight === undefined) return isLetter(char) || isLetter(before) ? -12 : -6
    if (isAsciiLetter(before) || isAsciiLetter(after)) return -6
    const follows = isLetter(before)
    if (!follows && !isLetter(after)) return lone.includes(char) ? 0 : -6
    if (finals.includes(char) && isLetter(after)) return -20
    if (inner.includes(lower) && !follows) return -20
    if (afterVowels.includes(lower) && !vowels.includes((follows ? before : after).toLowerCase())) return -12
    if (isUpper(char) && isLower(before)) return -12
    return isUpper(char) ? weight - 1 : weight
  })
}

/** Less plausible letters are not searched for words. */
const LEGIBLE = 0.2
/** A text has at least this share of the common words of its script; they are worth that much. */
const WORDS_SHARE = 0.15
const WORDS_WORTH = 0.3

const knownWords = (words: string): (() => ReadonlySet<string>) => lazily(() => new Set(words.split(' ')))

/** Returns what the common words in `text` are worth. */
function worthOfWords(text: string, known: ReadonlySet<string>): number {
  const words = text.toLowerCase().match(/[^\0-\x7f]+/g) ?? []
  const share = words.filter(word => known.has(word)).length / Math.max(1, words.length)
  return WORDS_WORTH * Math.min(1, share / WORDS_SHARE)
}

/** Thai vowel signs and tone marks only stand after a letter; everything else is plausible anywhere. */
function thaiWeight(char: string, before: string, after: string): number {
  if (isAsciiLetter(before) || isAsciiLetter(after)) return -6
  if (before < '\u0080' && after < '\u0080') return -6
  const code = char.charCodeAt(0)
  if (code < 0x0e01 || code > 0x0e5b) return -12
  const isMark = code === 0x0e31 || (code >= 0x0e34 && code <= 0x0e3a) || (code >= 0x0e47 && code <= 0x0e4e)
  if (isMark) return before >= 'ก' && before <= 'ฺ' ? 9 : -20
  if (letters.THAI_LETTERS.indexOf(char) < 0) return -3
  return letters.THAI_LETTERS.indexOf(char) < 22 ? 8 : 1
}

const cyrillic = {
  score: scriptScore(letters.CYRILLIC_LETTERS, {
    ...{ inner: 'ыьъ', afterVowels: 'й', vowels: 'аеиоуыэюяіїєё', lone: letters.LONE_CYRILLIC },
  }),
  words: knownWords(letters.CYRILLIC_WORDS),
}
const greek = {
  score: scriptScore(letters.GREEK_LETTERS, { finals: 'ς', lone: letters.LONE_GREEK }),
  words: knownWords(letters.GREEK_WORDS),
}

const SINGLE_BYTE: readonly SingleByte[] = [
  { charset: 'windows-1251', ...cyrillic },
  { charset: 'koi8-r', ...cyrillic },
  { charset: 'iso-8859-5', ...cyrillic },
  { charset: 'windows-1253', ...greek },
  { charset: 'iso-8859-7', ...greek },
  {
    charset: 'windows-1255',
    score: scriptScore(letters.HEBREW_LETTERS, { finals: 'ךםןףץ', lone: letters.HEBREW_LETTERS }),
    words: knownWords(letters.HEBREW_WORDS),
  },
  {
    charset: 'windows-1256',
    score: scriptScore(letters.ARABIC_LETTERS, { finals: 'ةى', lone: letters.ARABIC_LETTERS }),
    words: knownWords(letters.ARABIC_WORDS),
  },
  { charset: 'windows-874', score: meanOf(thaiWeight), words: null },
]

/**
 * Returns the mean plausibility of `bytes` in `charset`, about -3 (impossible) to 1 (everyday words); null if
 * it is not rated.
 */
export function plausibility(bytes: Uint8Array, charset: string): number | null {
  const sample = sampleOf(bytes)
  const double = DOUBLE_BYTE.find(candidate => candidate.charset === charset)
  if (double !== undefined) return scoreDoubleByte(sample, double)
  const single = SINGLE_BYTE.find(candidate => candidate.charset === charset)
  if (single !== undefined) return single.score(readSingleByte(sample, single))
  return rateLatin(sample, charset)?.mean ?? null
}

/** `pairs` are the charsets of two bytes a character. */
export type Guess = { charset: string; writing: 'pairs' | 'latin' | 'script'; score: number }

/** Returns the likeliest legacy charset of bytes that are not valid UTF-8. */
export function likeliestLegacyCharset(bytes: Uint8Array): Guess {
  const sample = sampleOf(bytes)
  let best: Guess = { charset: 'windows-1252', writing: 'latin', score: Number.NEGATIVE_INFINITY }
  const consider = (charset: string, writing: Guess['writing'], score: number) => {
    if (score > best.score + 0.001) best = { charset, writing, score }
  }
  for (const candidate of DOUBLE_BYTE)
    consider(candidate.charset, 'pairs', scoreDoubleByte(sample, candidate))
  if (best.score < CERTAIN) {
    const latin = likeliestLatin(sample)
    consider(latin.charset, 'latin', latin.mean)
    for (const candidate of SINGLE_BYTE) {
      const text = readSingleByte(sample, candidate)
      const score = candidate.score(text)
      const words = score > LEGIBLE && candidate.words ? worthOfWords(text, candidate.words()) : 0
      consider(candidate.charset, 'script', score + words)
    }
  }
  return best
}

/** Returns what speaks for the declared Latin `charset`; null if it is not rated. */
export const judgeDeclaredLatin = (bytes: Uint8Array, charset: string) => judgeLatin(sampleOf(bytes), charset)

/**
 * Takes a sample from a little before the first non-ASCII byte: a long ASCII beginning tells nothing about
 * the charset.
 */
function sampleOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SAMPLE_BYTES) return bytes
  let first = 0
  while (first < bytes.length && (bytes[first] ?? 0) < 0x80) first++
  const start = Math.max(0, first - 16)
  return bytes.subarray(start, start + SAMPLE_BYTES)
}

function scoreDoubleByte(bytes: Uint8Array, candidate: DoubleByte): number {
  const weights = candidate.weights()
  let sum = 0
  let count = 0
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0
    if (byte < 0x80) continue
    count++
    const alone = candidate.single(byte)
    if (alone !== null) {
      sum += alone
      continue
    }
    const trail = bytes[i + 1]
    // A character cut off by the end of the sample is not a fault.
    if (trail === undefined) {
      if (bytes.length >= SAMPLE_BYTES) count--
      else sum += INVALID
      break
    }
    if (candidate.charset === 'gb18030' && trail >= 0x30 && trail <= 0x39 && isFourByte(bytes, i)) {
      i += 3
      continue
    }
    const weight = weights[(byte << 8) | trail] ?? INVALID
    sum += weight
    if (weight > 0 && isAloneInWord(bytes, i)) sum -= 6
    // After a faulty pair the trail byte is read again, as decoders do.
    if (weight !== INVALID) i++
  }
  return count === 0 ? 0 : sum / count / 10
}

/** True for one pair of bytes that stands in a word of ASCII letters, as no character of two bytes does. */
function isAloneInWord(bytes: Uint8Array, at: number): boolean {
  const [before, after] = [bytes[at - 1] ?? 0, bytes[at + 2] ?? 0]
  return before < 0x80 && after < 0x80 && (isSmall(before) || isSmall(after))
}

const isSmall = (byte: number) => byte >= 0x61 && byte <= 0x7a

/** GB 18030 four-byte form: 81–FE 30–39 81–FE 30–39. */
function isFourByte(bytes: Uint8Array, at: number): boolean {
  const third = bytes[at + 2] ?? 0
  const fourth = bytes[at + 3] ?? 0
  return third >= 0x81 && third <= 0xfe && fourth >= 0x30 && fourth <= 0x39
}

const readSingleByte = (bytes: Uint8Array, { charset }: SingleByte): string =>
  decoderOf(charset).decode(bytes.subarray(0, SINGLE_BYTE_SAMPLE))

type Decoder = InstanceType<typeof TextDecoder>

const decoders = new Map<string, Decoder>()

/** Returns a decoder, which costs more to make than a line to read. */
export function decoderOf(charset: string): Decoder {
  const made = decoders.get(charset) ?? new TextDecoder(charset)
  decoders.set(charset, made)
  return made
}

/** The mean of what the characters beyond ASCII earn, in points. */
function meanOf(weigh: (char: string, before: string, after: string) => number): SingleByte['score'] {
  return text => {
    let sum = 0
    let count = 0
    for (let i = 0; i < text.length; i++) {
      const char = text.charAt(i)
      if (char < '\u0080') continue
      count++
      sum += char === '\ufffd' ? INVALID : weigh(char, text.charAt(i - 1), text.charAt(i + 1))
    }
    return count === 0 ? 0 : sum / count / 10
  }
}

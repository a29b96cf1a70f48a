import { lazily } from '../lazily.ts'
import { isHongKongPair } from './big5-hkscs.ts'
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
type SingleByte = { charset: string; writing: 'latin' | 'script'; score: (text: string) => number }

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
const isForeignLetter = (char: string) => char >= '\u0080' && isLetter(char)
const isAsciiLetter = (char: string) => /[A-Za-z]/.test(char)

/**
 * Rates scripts with letters of their own: frequent letters count more, and capitals belong at the beginning
 * of words.
 */
function scriptScore(alphabet: string, { finals = '', lone = '' } = {}): SingleByte['score'] {
  const half = Math.ceil(alphabet.length / 2)
  const rank = new Map([...alphabet].map((char, index) => [char, index < half ? 9 : 4]))
  return meanOf((char, before, after) => {
    const weight = rank.get(char.toLowerCase())
    if (weight === undefined) return isLetter(char) || isLetter(before) ? -12 : -6
    if (isAsciiLetter(before) || isAsciiLetter(after)) return -6
    if (!isLetter(before) && !isLetter(after)) return lone.includes(char) ? 0 : -6
    if (finals.includes(char) && isLetter(after)) return -20
    if (isUpper(char) && isLower(before)) return -12
    return isUpper(char) ? weight - 1 : weight
  })
}

/** Thai vowel signs and tone marks only stand after a letter; everything else is plausible anywhere. */
function thaiWeight(char: string, before: string): number {
  const code = char.charCodeAt(0)
  if (code < 0x0e01 || code > 0x0e5b) return -12
  const isMark = code === 0x0e31 || (code >= 0x0e34 && code <= 0x0e3a) || (code >= 0x0e47 && code <= 0x0e4e)
  if (isMark) return before >= 'ก' && before <= 'ฺ' ? 9 : -20
  if (letters.THAI_LETTERS.indexOf(char) < 0) return -3
  return letters.THAI_LETTERS.indexOf(char) < 22 ? 8 : 1
}

type Accent = { char: string; lower: string; touches: boolean; insideWord: boolean; crowded: boolean }

const LATIN_MARKS = '“”‘’–—…•€£©®™°«»·\u00a0¿¡§'

/** Rates a character in a language with these letters. */
function weighAccent(
  { char, lower, touches, insideWord, crowded }: Accent,
  language: ReadonlySet<string>,
): number {
  // A few accented letters may meet; a word of them is no word.
  if (crowded) return -8
  if (language.has(char) || language.has(lower)) {
    if (touches) return 8
    return letters.LONE_LETTERS.includes(char) ? 4 : -6
  }
  if (isLetter(char) && !'ªº'.includes(char)) return touches ? -4 : -12
  if (LATIN_MARKS.includes(char)) return insideWord && char !== '’' ? -6 : 5
  return insideWord || char < ' ' || (char >= '\u007f' && char < '\u00a0') ? -15 : -4
}

/** Latin scripts: accented letters stand among others, all of one language, and symbols do not stand inside words. */
function latinScore(languages: readonly string[]): SingleByte['score'] {
  const sets = languages.map(language => new Set(language))
  return text => {
    const accents: Accent[] = []
    for (let at = 0; at < text.length; at++) {
      const char = text.charAt(at)
      if (char < '\u0080') continue
      const [before, after] = [isLetter(text.charAt(at - 1)), isLetter(text.charAt(at + 1))]
      const lower = char.toLowerCase()
      const crowded = [at - 2, at - 1, at, at + 1, at + 2].every(near => isForeignLetter(text.charAt(near)))
      accents.push({ char, lower, touches: before || after, insideWord: before && after, crowded })
    }
    if (accents.length === 0) return 0
    const sums = sets.map(set => accents.reduce((sum, accent) => sum + weighAccent(accent, set), 0))
    return Math.max(...sums) / accents.length / 10
  }
}

const latin = (charset: string, languages: readonly string[]): SingleByte => ({
  ...{ charset, writing: 'latin', score: latinScore(languages) },
})
const script = (charset: string, score: SingleByte['score']): SingleByte => ({
  ...{ charset, writing: 'script', score },
})
const cyrillic = scriptScore(letters.CYRILLIC_LETTERS, { lone: letters.LONE_CYRILLIC })

const SINGLE_BYTE: readonly SingleByte[] = [
  latin('windows-1252', letters.WESTERN_LANGUAGES),
  script('windows-1251', cyrillic),
  script('koi8-r', cyrillic),
  script('iso-8859-5', cyrillic),
  latin('windows-1254', letters.TURKISH_LANGUAGES),
  latin('windows-1250', letters.CENTRAL_LANGUAGES),
  latin('iso-8859-2', letters.CENTRAL_LANGUAGES),
  latin('windows-1257', letters.BALTIC_LANGUAGES),
  script('windows-1253', scriptScore(letters.GREEK_LETTERS, { finals: 'ς', lone: letters.LONE_GREEK })),
  script(
    'windows-1255',
    scriptScore(letters.HEBREW_LETTERS, { finals: 'ךםןףץ', lone: letters.HEBREW_LETTERS }),
  ),
  script('windows-1256', scriptScore(letters.ARABIC_LETTERS, { finals: 'ةى', lone: letters.ARABIC_LETTERS })),
  script('windows-874', meanOf(thaiWeight)),
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
  return single === undefined ? null : scoreSingleByte(sample, single)
}

/** `pairs` are the charsets of two bytes a character. */
export type Guess = { charset: string; writing: SingleByte['writing'] | 'pairs'; score: number }

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
    for (const candidate of SINGLE_BYTE)
      consider(candidate.charset, candidate.writing, scoreSingleByte(sample, candidate))
  }
  return best
}

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
    // After a faulty pair the trail byte is read again, as decoders do.
    if (weight !== INVALID) i++
  }
  return count === 0 ? 0 : sum / count / 10
}

/** GB 18030 four-byte form: 81–FE 30–39 81–FE 30–39. */
function isFourByte(bytes: Uint8Array, at: number): boolean {
  const third = bytes[at + 2] ?? 0
  const fourth = bytes[at + 3] ?? 0
  return third >= 0x81 && third <= 0xfe && fourth >= 0x30 && fourth <= 0x39
}

const scoreSingleByte = (bytes: Uint8Array, { charset, score }: SingleByte): number =>
  score(new TextDecoder(charset).decode(bytes.subarray(0, SINGLE_BYTE_SAMPLE)))

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

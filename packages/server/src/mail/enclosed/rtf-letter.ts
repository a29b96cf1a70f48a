import { TextDecoder } from 'node:util'
import { escapeText } from '../html/escape.ts'
import { canonicalCharset } from '../text/charset-names.ts'
import { charsetOfPage } from './code-page.ts'
import { type RtfToken, rtfTokens } from './rtf-tokens.ts'

/**
 * Takes the letter out of RTF: the HTML that Outlook has put into it, markup and all (MS-OXRTFEX), or else its
 * plain text. What RTF says about looks is left out.
 */

export type RtfLetter = { text: string; html: null } | { text: null; html: string }

/** The state that holds within a group, and ends with it. */
type Group = {
  /** It holds data, or things that are not shown. */
  isHidden: boolean
  isFontTable: boolean
  /** A piece of the HTML itself. */
  isMarkup: boolean
  /** It stands for markup that is written elsewhere. */
  isStandIn: boolean
  font: number
  /** How many characters follow a Unicode character for readers that do not know it. */
  substitutes: number
}

const MOST_OUTPUT = 8 * 1024 * 1024
const MAX_DEPTH = 1_000
const HEAD = 2_048

const HIDDEN: ReadonlySet<string> = new Set([
  ...[
    'colortbl',
    'stylesheet',
    'info',
    'pict',
    'object',
    'listtable',
    'listoverridetable',
    'revtbl',
    'rsidtbl',
  ],
  ...['header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr', 'footerf', 'nonshppict'],
  ...['themedata', 'colorschememapping', 'latentstyles', 'datastore', 'fldinst', 'xe', 'tc', 'filetbl'],
])

const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ par: '\n', line: '\n', sect: '\n', page: '\n', row: '\n', tab: '\t', cell: '\t' },
  ...{ lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•', endash: '–', emdash: '—' },
  ...{ emspace: '\u2003', enspace: '\u2002', qmspace: '\u2005' },
}
const SYMBOLS: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '\u2011',
  '\\': '\\',
  '{': '{',
  '}': '}',
}

/** The code pages of the charsets of fonts (MS-OXRTFEX, section 2.1.3.1.6; GDI's charset numbers). */
const FONT_PAGES: ReadonlyMap<number, number> = new Map([
  [77, 10_000],
  [128, 932],
  [129, 949],
  [134, 936],
  [136, 950],
  [161, 1_253],
  [162, 1_254],
  [163, 1_258],
  [177, 1_255],
  [178, 1_256],
  [186, 1_257],
  [204, 1_251],
  [222, 874],
  [238, 1_250],
])

/** `codePage` holds for text whose charset the RTF itself does not name. */
export function letterOfRtf(rtf: Buffer, codePage: number): RtfLetter {
  const isHtml = /\\fromhtml1\b/.test(rtf.toString('latin1', 0, HEAD))
  const text = readRtf(rtf, isHtml, codePage)
  return isHtml ? { text: null, html: text } : { text, html: null }
}

function readRtf(rtf: Buffer, isHtml: boolean, codePage: number): string {
  const output = createOutput()
  const fonts = new Map<number, number>()
  const outer: Group[] = []
  let group: Group = {
    ...{ isHidden: false, isFontTable: false, isMarkup: false, isStandIn: false },
    ...{ font: -1, substitutes: 1 },
  }
  let page = codePage
  let toSkip = 0
  /** The group begins with a star: who does not know its word shall leave it out. */
  let isOptional = false

  const isShown = (): boolean => !group.isHidden && !group.isStandIn
  const say = (text: string): void => {
    if (isShown()) output.text(isHtml && !group.isMarkup ? escapeText(text) : text)
  }
  const sayBytes = (bytes: Buffer): void => {
    const skipped = Math.min(toSkip, bytes.length)
    toSkip -= skipped
    const rest = bytes.subarray(skipped)
    if (rest.length === 0 || !isShown()) return
    const raw = isHtml && !group.isMarkup ? escapedBytes(rest) : rest
    output.bytes(raw, fonts.get(group.font) ?? page)
  }

  const obey = (word: string, value: number | null): void => {
    const starred = isOptional
    isOptional = false
    const character = CHARACTERS[word]
    if (word === 'htmltag' && isHtml) group.isMarkup = true
    else if (starred || HIDDEN.has(word)) group.isHidden = true
    else if (word === 'htmlrtf') group.isStandIn = isHtml && value !== 0
    else if (word === 'fonttbl') group = { ...group, isHidden: true, isFontTable: true }
    else if (word === 'v' && !isHtml) group.isStandIn = value !== 0
    else if (word === 'f') group.font = value ?? 0
    else if (word === 'fcharset' && group.isFontTable)
      fonts.set(group.font, FONT_PAGES.get(value ?? 0) ?? page)
    else if (word === 'ansicpg' && value) page = value
    else if (word === 'uc') group.substitutes = Math.max(0, value ?? 1)
    else if (word === 'u' && value !== null) {
      say(String.fromCharCode(value & 0xffff))
      toSkip = group.substitutes
    } else if (character !== undefined && Object.hasOwn(CHARACTERS, word)) say(character)
  }

  const enter = (): void => {
    if (outer.length === MAX_DEPTH) throw new RangeError('groups are too deep')
    outer.push(group)
    group = { ...group }
  }
  const leave = (): void => {
    isOptional = false
    group = outer.pop() ?? group
  }

  const read = (token: RtfToken): void => {
    if (token.kind === 'bytes') sayBytes(token.bytes)
    else toSkip = 0
    if (token.kind === 'word') obey(token.word, token.value)
    if (token.kind === 'open') enter()
    if (token.kind === 'close') leave()
    if (token.kind !== 'symbol') return
    if (token.symbol === '*') isOptional = true
    else say(SYMBOLS[token.symbol] ?? '')
  }

  for (const token of rtfTokens(rtf)) {
    read(token)
    if (output.size() > MOST_OUTPUT) break
  }
  return output.end()
}

/** Other bytes may be halves of a character. */
const escapedBytes = (bytes: Buffer): Buffer =>
  Buffer.from(bytes.toString('latin1').replace(/[&<>]/g, escapeText), 'latin1')

/** Gathers text and bytes, and decodes bytes that belong together at once: a character may have several. */
function createOutput() {
  const decoders = new Map<number, TextDecoder>()
  const parts: string[] = []
  let run: Buffer[] = []
  let runPage = 0
  let size = 0
  const flush = (): void => {
    if (run.length === 0) return
    const decoder = decoders.get(runPage) ?? decoderOf(runPage)
    decoders.set(runPage, decoder)
    parts.push(decoder.decode(Buffer.concat(run)))
    run = []
  }
  return {
    size: () => size,
    text(text: string): void {
      flush()
      parts.push(text)
      size += text.length
    },
    bytes(bytes: Buffer, page: number): void {
      if (page !== runPage) flush()
      runPage = page
      run.push(bytes)
      size += bytes.length
    },
    end(): string {
      flush()
      return parts.join('')
    },
  }
}

function decoderOf(page: number): TextDecoder {
  try {
    return new TextDecoder(canonicalCharset(charsetOfPage(page)) ?? 'windows-1252')
  } catch {
    return new TextDecoder('windows-1252')
  }
}

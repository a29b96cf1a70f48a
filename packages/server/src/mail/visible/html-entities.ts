/**
 * Decodes character references of HTML once. It knows only the names that mails use; an unknown one stays as
 * written, as a reader would see it too.
 */

/** Names of U+00A0 to U+00FF in order: these also work without a semicolon (HTML, section 13.5). */
const LATIN1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const LOOSE = new Map<string, string>([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ...LATIN1.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
])

const STRICT = new Map<string, string>(
  Object.entries({
    apos: "'",
    ensp: '\u2002',
    emsp: '\u2003',
    thinsp: '\u2009',
    zwnj: '\u200c',
    zwj: '\u200d',
    lrm: '\u200e',
    rlm: '\u200f',
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    sbquo: '‚',
    bdquo: '„',
    bull: '•',
    hellip: '…',
    euro: '€',
    trade: '™',
    larr: '←',
    rarr: '→',
    uarr: '↑',
    darr: '↓',
    minus: '−',
    prime: '′',
    lsaquo: '‹',
    rsaquo: '›',
    equals: '=',
    colon: ':',
    sol: '/',
    quest: '?',
    num: '#',
    percnt: '%',
    period: '.',
    comma: ',',
    hyphen: '‐',
    Tab: '\t',
    NewLine: '\n',
    ZeroWidthSpace: '\u200b',
  }),
)

const REFERENCE = /&(?:#[xX]([0-9a-fA-F]{1,8});?|#([0-9]{1,8});?|([A-Za-z][A-Za-z0-9]{1,15});?)/g

function numeric(digits: string, radix: number): string {
  const point = Number.parseInt(digits, radix)
  if (point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return '\ufffd'
  return String.fromCodePoint(point)
}

function named(whole: string, name: string, inAttribute: boolean, next: string): string {
  if (whole.endsWith(';')) return LOOSE.get(name) ?? STRICT.get(name) ?? whole
  // HTML, section 13.2.5.73: in an attribute "&copy=1" is a parameter and not a sign.
  if (inAttribute) return /[=A-Za-z0-9]/.test(next) ? whole : (LOOSE.get(name) ?? whole)
  for (let length = name.length; length >= 2; length--) {
    const found = LOOSE.get(name.slice(0, length))
    if (found !== undefined) return found + name.slice(length)
  }
  return whole
}

/** Decodes each reference once: "&amp;lt;" gives "&lt;". */
export function decodeEntities(text: string, inAttribute: boolean): string {
  if (!text.includes('&')) return text
  return text.replace(
    REFERENCE,
    (whole: string, hex: string | undefined, decimal: string | undefined, name: string, at: number) => {
      if (hex !== undefined) return numeric(hex, 16)
      if (decimal !== undefined) return numeric(decimal, 10)
      return named(whole, name, inAttribute, text[at + whole.length] ?? '')
    },
  )
}

/**
 * The allow-lists of the sanitiser. Nothing on them loads, runs, submits, moves over the page or hides a
 * document.
 */

export const ALLOWED_ELEMENTS: ReadonlySet<string> = new Set(
  `a abbr address article aside b big blockquote br caption center cite code col colgroup dd del dfn div dl dt em
  figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp
  section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr`.split(
    /\s+/,
  ),
)

export const VOID_ELEMENTS: ReadonlySet<string> = new Set(['br', 'col', 'hr', 'img', 'wbr'])

/** Attributes without an effect beyond their element, with the only values that are allowed. */
export const PLAIN_ATTRIBUTES: ReadonlyMap<string, RegExp> = new Map([
  ['align', /^(?:left|right|center|justify|middle|top|bottom|char)$/i],
  ['alt', /^.{0,1000}$/s],
  ['aria-hidden', /^(?:true|false)$/i],
  ['aria-label', /^.{0,1000}$/s],
  ['bgcolor', /^#?[A-Za-z0-9]{1,30}$/],
  ['border', /^\d{1,3}(?:px)?$/],
  ['bordercolor', /^#?[A-Za-z0-9]{1,30}$/],
  ['cellpadding', /^\d{1,3}(?:px)?$/],
  ['cellspacing', /^\d{1,3}(?:px)?$/],
  ['color', /^#?[A-Za-z0-9]{1,30}$/],
  ['cols', /^\d{1,3}$/],
  ['colspan', /^\d{1,3}$/],
  ['dir', /^(?:ltr|rtl|auto)$/i],
  ['face', /^[\p{L}\p{N} ,_'-]{1,200}$/u],
  ['height', /^\d{1,5}(?:\.\d{1,4})?(?:px|%)?$/],
  ['hspace', /^\d{1,3}$/],
  ['lang', /^[A-Za-z0-9-]{1,35}$/],
  ['noshade', /^(?:noshade)?$/i],
  ['nowrap', /^(?:nowrap|true|1)?$/i],
  ['role', /^(?:presentation|none|article|img|list|listitem|heading)$/i],
  ['rowspan', /^\d{1,3}$/],
  ['size', /^[+-]?\d{1,3}(?:px)?$/],
  ['span', /^\d{1,3}$/],
  ['start', /^-?\d{1,6}$/],
  ['title', /^.{0,1000}$/s],
  ['type', /^(?:1|a|i|disc|circle|square)$/i],
  ['valign', /^(?:top|middle|bottom|baseline)$/i],
  ['value', /^-?\d{1,6}$/],
  ['vspace', /^\d{1,3}$/],
  ['width', /^\d{1,5}(?:\.\d{1,4})?(?:px|%)?$/],
])

/** Attributes that are checked one by one; all others are dropped before the tree is built. */
export const HANDLED_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...PLAIN_ATTRIBUTES.keys(),
  'background',
  'class',
  'data-cid',
  'data-remote-background',
  'data-remote-src',
  'href',
  'id',
  'src',
  'style',
  'text',
])

/** Names in the mail get this prefix, so that they can never match names of the page around it. */
export const NAME_PREFIX = 'm-'

export function prefixedName(name: string): string | null {
  if (!/^[\w-]{1,100}$/.test(name)) return null
  return name.startsWith(NAME_PREFIX) ? name : NAME_PREFIX + name
}

/**
 * The class of the element that holds the mail on the page; every style rule of the mail applies only within
 * it.
 */
export const MAIL_ROOT_CLASS = 'mail-html'
/** The class of the element that stands for the mail's own `<body>`. */
export const MAIL_BODY_CLASS = `${NAME_PREFIX}body`

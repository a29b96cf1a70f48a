/**
 * Describes what the elements of HTML mean for the layout of text. Each name is looked up once, and the
 * result holds everything.
 */

export type Tag = {
  name: string
  /** The element has no content and no end tag. */
  empty: boolean
  /** It begins and ends a line. */
  line: boolean
  /** End tags inside it do not reach beyond it. */
  wall: boolean
  tablePart: boolean
  neverShown: boolean
  striking: boolean
  strong: boolean
  /** It is raised above or lowered below the line. */
  raised: boolean
  /** Its text is as visible as the text around it. */
  plain: boolean
  /**
   * If its end tag is missing, it begins anew after the end of the element around it (HTML, section
   * 13.2.4.3).
   */
  reopened: boolean
  /** The font size in pixels, if the element sets one. */
  size: number | undefined
  /** The elements that its start tag closes first (HTML, section 13.1.2.4, optional end tags). */
  closes: readonly string[]
}

const words = (list: string) => new Set(list.split(' '))
const EMPTY = words('area base br col embed hr img input link meta param source track wbr')
const LINE = words(
  'address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody tfoot thead tr ul',
)
const WALLS = words('td th table caption')
const TABLE_PARTS = words('td th tr tbody thead tfoot table caption')
const NEVER_SHOWN = words('head template video audio canvas map select datalist dialog svg math noframes rp')
const STRIKING = words('s del strike')
const STRONG = words('b strong h1 h2 h3 code kbd th')
const RAISED = words('sup sub rt')
const REOPENED = words('a b big code em font i nobr s small strike strong tt u')
const SIZES = new Map([
  ['h1', 32],
  ['h2', 24],
  ['h3', 19],
])
const CLOSES = new Map([
  ['a', ['a']],
  ['li', ['li']],
  ['td', ['td', 'th']],
  ['th', ['td', 'th']],
  ['tr', ['td', 'th', 'tr']],
  ['dt', ['dd', 'dt']],
  ['dd', ['dd', 'dt']],
])

function makeTag(name: string): Tag {
  return {
    name,
    empty: EMPTY.has(name),
    line: LINE.has(name),
    wall: WALLS.has(name),
    tablePart: TABLE_PARTS.has(name),
    neverShown: NEVER_SHOWN.has(name),
    striking: STRIKING.has(name),
    strong: STRONG.has(name),
    raised: RAISED.has(name),
    plain: !NEVER_SHOWN.has(name) && !SIZES.has(name) && name !== 'a',
    reopened: REOPENED.has(name),
    size: SIZES.get(name),
    closes: CLOSES.get(name) ?? [],
  }
}

const KNOWN: ReadonlyMap<string, Tag> = new Map(
  [
    ...EMPTY,
    ...LINE,
    ...TABLE_PARTS,
    ...NEVER_SHOWN,
    ...STRIKING,
    ...STRONG,
    ...RAISED,
    ...REOPENED,
    ...CLOSES.keys(),
    'span',
    'font',
    '',
  ].map(name => [name, makeTag(name)]),
)

export function tagOf(name: string): Tag {
  return KNOWN.get(name) ?? makeTag(name)
}

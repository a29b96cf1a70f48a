import { markName } from './css-text.ts'

/**
 * Selectors of style sheets: tags, classes and ids, alone, together and under others. What else a selector may ask for
 * is taken as met, and the selector as approximate.
 */

/** A tag, classes and ids that one element must have. */
export type Compound = { tag: string; marks: string[] }
/** `within`: what must be around it, from near to far; `child`: nothing may stand between. */
export type Selector = Compound & {
  within: (Compound & { child: boolean })[]
  approximate: boolean
  specificity: number
}

const PART =
  /\s*([>+~])\s*|(\s+)|(\*|[a-z][\w-]*)|([.#][\w\-\u0080-\uffff]+)|(::?[-a-z]+)(\((?:[^()]|\([^()]*\))*\))?|(\[[^\]]*\])|(&)/giy

/** Of another moment than that of reading, or of what is no text of the mail. */
const ELSEWHERE =
  /^(?::(?:hover|active|focus|focus-within|focus-visible|target|checked|disabled|visited)|::?(?:before|after|marker|placeholder|selection|backdrop|-webkit-[a-z-]+|-moz-[a-z-]+|-ms-[a-z-]+))$/
/** Marks that other programs put on the mails that they show. */
const OTHER_PROGRAMS = /^\[\s*(?:data-og|owa|x-apple|data-outlook|data-gmail|office365)/i

type Parsing = { compounds: (Compound & { child: boolean })[]; approximate: boolean; specificity: number }

const newCompound = (child: boolean) => ({ tag: '', marks: [], child })

function addPart(parsing: Parsing, match: RegExpExecArray): boolean {
  const [, combinator, blank, tag, mark, pseudo, call, attribute] = match
  const current = parsing.compounds.at(-1) ?? newCompound(false)
  if (combinator !== undefined || blank !== undefined) {
    if (combinator === '+' || combinator === '~') {
      // Whether there is such a sibling is not looked at.
      parsing.approximate = true
      parsing.compounds[parsing.compounds.length - 1] = newCompound(current.child)
    } else parsing.compounds.push(newCompound(combinator === '>'))
  } else if (tag !== undefined) {
    if (current.tag !== '' || current.marks.length > 0) return false
    current.tag = tag.toLowerCase()
    if (tag !== '*') parsing.specificity += 1
  } else if (mark !== undefined) {
    current.marks.push(mark.charAt(0) + markName(mark.slice(1)))
    parsing.specificity += mark.startsWith('#') ? 10_000 : 100
  } else if (pseudo !== undefined) {
    const name = pseudo.toLowerCase()
    if (ELSEWHERE.test(name)) return false
    if (name === ':root') current.tag = 'html'
    else if (name !== ':link') parsing.approximate = true
    // The most that its inside may weigh.
    parsing.specificity += call?.includes('#') === true ? 10_000 : 100
  } else if (attribute !== undefined) {
    if (OTHER_PROGRAMS.test(attribute)) return false
    parsing.approximate = true
    parsing.specificity += 100
  } else parsing.approximate = true
  return true
}

/** Null for a selector that says nothing about what is read now, "invalid" for what is none. */
export function parseSelector(written: string): Selector | 'invalid' | null {
  const text = written.trim()
  if (text === '') return 'invalid'
  const parsing: Parsing = { compounds: [newCompound(false)], approximate: false, specificity: 0 }
  PART.lastIndex = 0
  let isOfNow = true
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text)
    if (match === null) return 'invalid'
    isOfNow = addPart(parsing, match) && isOfNow
  }
  if (!isOfNow) return null
  const { approximate, specificity } = parsing
  const [own = newCompound(false), ...within] = parsing.compounds.reverse()
  // What one compound says of its parent is written at the compound.
  const around = within.map((compound, i) => ({ ...compound, child: parsing.compounds[i]?.child === true }))
  return { tag: own.tag, marks: own.marks, within: around, approximate, specificity }
}

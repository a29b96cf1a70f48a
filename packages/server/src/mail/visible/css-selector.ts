import { COMMENT, markName } from './css-text.ts'

/**
 * Reads selectors of style sheets: tags, classes and ids, alone, together and under others. It assumes that
 * every other condition of a selector is met, and marks the selector as approximate.
 */

/** A tag, classes and ids that one element must have together. */
export type Compound = { tag: string; marks: string[] }
/** `within` lists the required ancestors, from near to far; `child` requires the direct parent. */
export type Selector = Compound & {
  within: (Compound & { child: boolean })[]
  approximate: boolean
  specificity: number
}

const PART =
  /\s*([>+~])\s*|(\s+)|(\*|[a-z][\w-]*)|([.#](?!-?(?:\d|[^\w\-\u0080-\uffff]|$))[\w\-\u0080-\uffff]+)|(::?[-a-z]+)(\((?:[^()]|\([^()]*\))*\))?|(\[[^\]\\]*\])|(&)/giy

/** Matches selectors for another moment than reading, or for something that is not text of the mail. */
const ELSEWHERE =
  /^(?::(?:hover|active|focus|focus-within|focus-visible|target|checked|disabled|visited)|::?(?:before|after|marker|placeholder|selection|backdrop|-webkit-[a-z-]+|-moz-[a-z-]+|-ms-[a-z-]+))$/
/** Marks that other programs put on mails when they show them. */
const OTHER_PROGRAMS = /^\[\s*(?:data-og|owa|x-apple|data-outlook|data-gmail|office365)/i

const PARTED_BY_COMMENT = /[\w\-#\u0080-\uffff]\v+[\w\-(\u0080-\uffff]/

type Parsing = { compounds: (Compound & { child: boolean })[]; approximate: boolean; specificity: number }

const newCompound = (child: boolean) => ({ tag: '', marks: [], child })

/** True when a tag follows something else in its compound. */
const isSecondTag = ({ compounds }: Parsing, match: RegExpExecArray): boolean => {
  const current = compounds.at(-1)
  return match[3] !== undefined && current !== undefined && (current.tag !== '' || current.marks.length > 0)
}

function addPart(parsing: Parsing, match: RegExpExecArray): boolean {
  const [, combinator, blank, tag, mark, pseudo, call, attribute] = match
  const current = parsing.compounds.at(-1) ?? newCompound(false)
  if (combinator !== undefined || blank !== undefined) {
    if (combinator === '+' || combinator === '~') {
      // Whether such a sibling exists is not checked.
      parsing.approximate = true
      parsing.compounds[parsing.compounds.length - 1] = newCompound(current.child)
    } else parsing.compounds.push(newCompound(combinator === '>'))
  } else if (tag !== undefined) {
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
    // Adds the greatest specificity that the content of the brackets can have.
    parsing.specificity += call?.includes('#') === true ? 10_000 : 100
  } else if (attribute !== undefined) {
    if (OTHER_PROGRAMS.test(attribute)) return false
    parsing.approximate = true
    parsing.specificity += 100
  } else parsing.approximate = true
  return true
}

const CALLED_FOR = /::?[-a-z]+(?:\((?:[^()]|\([^()]*\))*\))?|\[[^\]]*\]/gi
/** Selector parts that every browser knows and that cannot be faulty. */
const KNOWN =
  /^(?::(?:link|visited|any-link|hover|active|focus|focus-within|focus-visible|target|checked|disabled|enabled|root|empty|(?:first|last|only)-(?:child|of-type)|before|after|first-line|first-letter)|::(?:before|after|first-line|first-letter|selection|placeholder)|:nth-(?:last-)?(?:child|of-type)\((?:odd|even|\d+|\d*n(?:\+\d+)?)\)|\[[a-z_][\w-]*(?:[~|^$*]?=(?:''|[a-z_][\w-]*))?\])$/i

/**
 * True when browsers accept it as a selector, whatever it matches. An unknown one invalidates those beside
 * it.
 */
export const isKnown = (written: string): boolean =>
  written.match(CALLED_FOR)?.every(part => KNOWN.test(part)) !== false

/**
 * Returns null for a selector that does not concern the text as read now, and "invalid" for an invalid one.
 */
export function parseSelector(written: string): Selector | 'invalid' | null {
  // A comment counts as nothing, but a name that it splits is invalid.
  if (PARTED_BY_COMMENT.test(written)) return 'invalid'
  const text = written.replaceAll(COMMENT, '').trim()
  if (text === '') return 'invalid'
  const parsing: Parsing = { compounds: [newCompound(false)], approximate: false, specificity: 0 }
  PART.lastIndex = 0
  let isOfNow = true
  while (PART.lastIndex < text.length) {
    const match = PART.exec(text)
    if (match === null || isSecondTag(parsing, match)) return 'invalid'
    isOfNow = addPart(parsing, match) && isOfNow
  }
  if (!isOfNow) return null
  const { approximate, specificity } = parsing
  const [own = newCompound(false), ...within] = parsing.compounds.reverse()
  // A compound that is a direct child tells so at its own entry, so the mark moves to the parent's entry.
  const around = within.map((compound, i) => ({ ...compound, child: parsing.compounds[i]?.child === true }))
  return { tag: own.tag, marks: own.marks, within: around, approximate, specificity }
}

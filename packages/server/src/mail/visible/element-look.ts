import { type Colour, legacyColour, type Paint } from './css-colour.ts'
import { type Declarations, type Given, NO_DECLARATIONS, parseDeclarations } from './css-declarations.ts'
import { type Look, lookOfGiven, NO_LOOK } from './css-look.ts'
import type { Compound } from './css-selector.ts'
import type { Rule, Sheets } from './css-sheet.ts'
import { markName, plainCss } from './css-text.ts'

/**
 * Makes the look of an element from the sheets and its own attributes. If it is unknown whether a rule
 * applies, there are two looks, one with it and one without. A text counts as visible if it is visible in
 * both.
 */

export type Attributes = ReadonlyMap<string, string>
export type Element = { name: string; attributes: Attributes }
/** `sure` is the look without the doubtful rules, if there are any. */
export type Looks = { look: Look; sure: Look | null }

/** Styles of one mail repeat, so each is read once. */
export type Styles = {
  sheets: Sheets
  known: Map<string, Looks>
  /**
   * The number of rules and of characters of styles that may still be read. A mail that uses it up is not
   * written for people.
   */
  budget: number
}

const MAX_WORK = 400_000

export function makeStyles(sheets: Sheets): Styles {
  return { sheets, known: new Map(), budget: MAX_WORK }
}

const NO_RULES: readonly Rule[] = []
const ROOT: Element = { name: '', attributes: new Map() }
const GONE: Looks = { look: { gone: true }, sure: null }
const NO_LOOKS: Looks = { look: NO_LOOK, sure: null }
/** Elements that exist without being written. */
const IMPLIED = new Set(['html', 'body', 'tbody'])

/** Returns class names in the form that the sheets use. */
const classesOf = (attributes: Attributes): string[] =>
  attributes
    .get('class')
    ?.split(/[ \t\n\r\f]+/)
    .map(markName) ?? []

function hasMark(attributes: Attributes, mark: string): boolean {
  const name = mark.slice(1)
  return mark.startsWith('#')
    ? markName(attributes.get('id') ?? '') === name
    : classesOf(attributes).includes(name)
}

const isTag = (tag: string, name: string) => tag === '' || tag === name || tag === '*'

function isMet({ tag, marks }: Compound, { name, attributes }: Element): boolean {
  if (!isTag(tag, name)) return false
  return marks.every(mark => hasMark(attributes, mark))
}

const isImplied = ({ tag, marks }: Compound) => IMPLIED.has(tag) && marks.length === 0

/** True when the required ancestors are around the element. */
function isWithin(within: Rule['within'], around: readonly Element[]): boolean {
  let at = around.length - 1
  for (const wanted of within) {
    if (isImplied(wanted)) continue
    const nearest = at
    while (at >= 0 && !isMet(wanted, around[at] ?? ROOT)) at--
    if (at < 0 || (wanted.child && at < nearest)) return false
    at--
  }
  return true
}

function addHeld(
  held: Rule[],
  styles: Styles,
  key: string,
  element: Element,
  around: readonly Element[],
): void {
  const list = styles.sheets.rules.get(key) ?? NO_RULES
  styles.budget -= 1 + list.length
  if (styles.budget < 0) return
  for (const rule of list) {
    // A single mark is the key itself, so it matches already.
    if (rule.marks.length > 1 ? !isMet(rule, element) : !isTag(rule.tag, element.name)) continue
    styles.budget -= rule.within.length * around.length
    if (rule.within.length === 0 || isWithin(rule.within, around)) held.push(rule)
  }
}

/**
 * Returns the rules that apply to the element or may do so, in rising order of weight; null when there are
 * too many to decide.
 */
function rulesFor(styles: Styles, element: Element, around: readonly Element[]): readonly Rule[] | null {
  if (styles.sheets.rules.size === 0) return NO_RULES
  const held: Rule[] = []
  const { name, attributes } = element
  addHeld(held, styles, '*', element, around)
  addHeld(held, styles, name, element, around)
  if (attributes.has('class'))
    for (const part of new Set(classesOf(attributes))) addHeld(held, styles, `.${part}`, element, around)
  const id = attributes.get('id')
  if (id !== undefined) addHeld(held, styles, `#${markName(id)}`, element, around)
  if (styles.budget < 0) return null
  return held.length < 2 ? held : held.sort((a, b) => a.specificity - b.specificity || a.order - b.order)
}

/** Later declarations win over earlier ones, important ones over the rest. */
function cascade(rules: readonly Rule[], own: Declarations): Given {
  if (rules.length === 0 && own.important.size === 0) return own.normal
  const only = rules[0]?.declarations
  if (rules.length === 1 && own === NO_DECLARATIONS && only?.important.size === 0) return only.normal
  const given = new Map<string, string>()
  const add = (more: Given) => {
    for (const [name, value] of more) given.set(name, value)
  }
  for (const rule of rules) add(rule.declarations.normal)
  add(own.normal)
  for (const rule of rules) add(rule.declarations.important)
  add(own.important)
  return given
}

const isApproximate = (rule: Rule) => rule.approximate

function looksOf(rules: readonly Rule[], own: Declarations): Looks {
  const look = lookOfGiven(cascade(rules, own))
  if (!rules.some(isApproximate)) return look === NO_LOOK ? NO_LOOKS : { look, sure: null }
  const sure = rules.filter(rule => !rule.approximate)
  // One doubtful rule may not cancel another: it may be the only one that applies.
  const hidden = rules.some(rule => rule.approximate && rule.isHiding())
  return { look: hidden ? { ...look, gone: true } : look, sure: lookOfGiven(cascade(sure, own)) }
}

type Hints = { colour: Paint | null; ground: Colour | 'unknown' | null }

/** Adds the hints of old HTML attributes; any style wins over them. */
function withHints(looks: Looks, { colour, ground }: Hints): Looks {
  const hinted = (look: Look): Look => ({
    ...(colour === null ? {} : { colour }),
    ...(ground === null ? {} : { grounds: ground === 'unknown' ? ground : [ground] }),
    ...look,
  })
  return { look: hinted(looks.look), sure: looks.sure === null ? null : hinted(looks.sure) }
}

function hintsOf({ name, attributes }: Element): Hints | null {
  const ink = name === 'font' ? attributes.get('color') : name === 'body' ? attributes.get('text') : undefined
  const bgcolor = attributes.get('bgcolor')
  const isPicture = attributes.has('background')
  if (ink === undefined && bgcolor === undefined && !isPicture) return null
  const ground = bgcolor === undefined ? null : legacyColour(bgcolor)
  return {
    colour: ink === undefined ? null : legacyColour(ink),
    ground: isPicture ? 'unknown' : ground === 'transparent' ? null : ground,
  }
}

export function looksFor(styles: Styles, element: Element, around: readonly Element[]): Looks {
  if (styles.sheets.isOver) return GONE
  const rules = rulesFor(styles, element, around)
  if (rules === null) return GONE
  const { attributes } = element
  if (attributes.size === 0 && rules.length === 0) return NO_LOOKS
  const style = attributes.get('style')
  const key = rules.length === 0 ? (style ?? '') : `${rules.map(rule => rule.id).join(' ')};${style ?? ''}`
  let looks = styles.known.get(key)
  if (looks === undefined) {
    styles.budget -= style?.length ?? 0
    if (styles.budget < 0) return GONE
    looks = looksOf(
      rules,
      style === undefined ? NO_DECLARATIONS : parseDeclarations(plainCss(style, 'attribute')),
    )
    styles.known.set(key, looks)
  }
  if (attributes.size === (style === undefined ? 0 : 1)) return looks
  const hints = hintsOf(element)
  return hints === null ? looks : withHints(looks, hints)
}

/** Returns the look of a style alone, without any sheets. */
export const lookOfStyle = (style: string): Look =>
  style === '' ? NO_LOOK : lookOfGiven(cascade([], parseDeclarations(plainCss(style, 'attribute'))))

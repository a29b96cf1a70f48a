/**
 * Judges a mail by rules. Pure, so that it runs in a worker thread as well as in a try-out: no database, no clock. A
 * rule that cannot be understood is one that does not match; a mail is never lost to a broken rule.
 */

import { stripInvisible } from '../../mail/text/clean-text.ts'
import { folderPath } from '../../mailbox/folder/folder-name.ts'
import {
  type ActiveRule,
  asksPresence,
  type Condition,
  type ConditionOperator,
  defaultRefusal,
  type FilterFacts,
  type FilterOutcome,
  maxLabels,
  nothingDecided,
  parseScore,
  parseSize,
} from './filter.ts'
import { compilePattern, type Pattern } from './pattern.ts'

/** The limits of text and recipients that rules read. They read all stored headers and attachments. */
export const maxTextSeen = 100_000
export const maxRecipientsSeen = 1_000
/**
 * The work that regular expressions may make for one mail, in characters times program size; at worst half a
 * second of a core, since every holder of a mailbox may add patterns. Patterns beyond it count as not
 * matching. Admins' rules run first, so others' rules cannot starve them.
 */
export const patternBudget = 10_000_000
const maxCachedPatterns = 2_000

export type Evaluate = (rules: readonly ActiveRule[], facts: FilterFacts) => FilterOutcome

type TextTest = (value: string, wanted: string) => boolean
const textTests: Readonly<Partial<Record<ConditionOperator, TextTest>>> = {
  contains: (value, wanted) => value.includes(wanted),
  equals: (value, wanted) => value === wanted,
  begins: (value, wanted) => value.startsWith(wanted),
  ends: (value, wanted) => value.endsWith(wanted),
}

/** The operator that an operator denies. */
const denied: Readonly<Partial<Record<ConditionOperator, ConditionOperator>>> = {
  notContains: 'contains',
  notEquals: 'equals',
  notBegins: 'begins',
  notEnds: 'ends',
  notMatches: 'matches',
}

/**
 * The texts a condition is about. The display name is written by the sender at will, so it counts for words only: a
 * value with an @ in it, or an ending, speaks of the address.
 */
function textsOf({ field, header, operator, value }: Condition, facts: FilterFacts): readonly string[] {
  switch (field) {
    case 'from':
      return value.includes('@') || operator === 'ends' || operator === 'notEnds'
        ? [facts.from]
        : [facts.from, facts.fromName]
    case 'to':
      return facts.recipients
    case 'subject':
      return [facts.subject]
    case 'text':
      return [facts.text]
    case 'header': {
      const name = header?.toLowerCase()
      return facts.headers.filter(line => line.name.toLowerCase() === name).map(line => line.value)
    }
    case 'attachmentName':
      return facts.attachments.map(attachment => attachment.filename)
    case 'attachmentType':
      return facts.attachments.map(attachment => attachment.contentType)
    case 'hasCode':
      return [String(facts.hasCode)]
    case 'spf':
    case 'dkim':
    case 'dmarc':
      return [facts.auth[field]]
    case 'size':
    case 'spamScore':
      return []
  }
}

function compareNumber({ field, operator, value }: Condition, facts: FilterFacts): boolean {
  const wanted = field === 'size' ? parseSize(value) : field === 'spamScore' ? parseScore(value) : null
  if (wanted === null) return false
  const given = field === 'size' ? facts.size : facts.spamScore
  return operator === 'greater' ? given > wanted : given < wanted
}

function addOnce(list: string[], value: string | undefined, max = Number.POSITIVE_INFINITY): void {
  if (value && list.length < max && !list.includes(value)) list.push(value)
}

/**
 * Applies the actions of a rule; returns true when no further rule applies. The last of several folders
 * counts.
 */
function act(outcome: FilterOutcome, rule: ActiveRule): boolean {
  let ends = false
  for (const { action, value } of rule.actions) {
    switch (action) {
      case 'refuse':
        outcome.refuse ??= value || defaultRefusal
        ends = true
        break
      case 'discard':
        outcome.discard = true
        ends = true
        break
      case 'spam':
      case 'trash':
      case 'archive':
        outcome.folder = action
        outcome.path = null
        break
      case 'file':
        outcome.path = folderPath(value ?? '')
        break
      case 'read':
        outcome.read = true
        break
      case 'star':
        outcome.starred = true
        break
      case 'label':
        addOnce(outcome.labels, value, maxLabels)
        break
      case 'forward':
        addOnce(outcome.forwardTo, value)
        break
      case 'webhook':
        addOnce(outcome.webhookIds, value)
        break
      case 'stop':
        ends = true
    }
  }
  return ends
}

const bounded = (facts: FilterFacts): FilterFacts => ({
  ...facts,
  subject: facts.subject.slice(0, maxTextSeen),
  text: facts.text.slice(0, maxTextSeen),
  recipients: facts.recipients.slice(0, maxRecipientsSeen),
})

/** Many rules ask for the same texts of one mail. */
function remembered(make: (text: string) => string): (text: string) => string {
  const made = new Map<string, string>()
  return text => {
    const known = made.get(text)
    if (known !== undefined) return known
    const value = make(text)
    made.set(text, value)
    return value
  }
}

/** Keeps compiled patterns from mail to mail; one for each thread. */
export function createEvaluator(): Evaluate {
  const patterns = new Map<string, Pattern | null>()

  function patternOf(source: string): Pattern | null {
    const known = patterns.get(source)
    if (known !== undefined) return known
    if (patterns.size >= maxCachedPatterns) patterns.clear()
    const compiled = compilePattern(source)
    const pattern = typeof compiled === 'string' ? null : compiled
    patterns.set(source, pattern)
    return pattern
  }

  return (rules, given) => {
    const facts = bounded(given)
    const asRead = remembered(stripInvisible)
    const lower = remembered(text => text.toLowerCase())
    let budget = patternBudget

    function affords(pattern: Pattern, text: string): boolean {
      const work = pattern.cost * text.length
      if (work > budget) return false
      budget -= work
      return true
    }

    /** Null when the pattern is broken or the work is more than is left. */
    function matchPattern(source: string, texts: readonly string[]): boolean | null {
      const pattern = patternOf(source)
      if (!pattern) return null
      for (const text of texts) {
        const read = asRead(text)
        if (!affords(pattern, read)) return null
        if (pattern.test(read)) return true
        // It may be after the very characters that nobody sees.
        if (read !== text && affords(pattern, text) && pattern.test(text)) return true
      }
      return false
    }

    function meets(condition: Condition): boolean {
      const { operator, value } = condition
      if (operator === 'greater' || operator === 'less') return compareNumber(condition, facts)
      const asserted = denied[operator] ?? operator
      const isDenial = asserted !== operator
      const texts = textsOf(condition, facts)
      if (asserted === 'matches') {
        const found = matchPattern(value, texts)
        return found !== null && found !== isDenial
      }
      const test = textTests[asserted]
      if (!test || (value === '' && !asksPresence(condition))) return false
      // Invisible characters must not keep a word from being found; alone they are searched for as they are.
      const prepare = stripInvisible(value) === '' ? lower : (text: string) => lower(asRead(text))
      const wanted = prepare(value)
      return texts.some(text => test(prepare(text), wanted)) !== isDenial
    }

    const outcome = nothingDecided()
    for (const rule of rules) {
      const { conditions } = rule
      if (conditions.length === 0) continue
      if (rule.match === 'all' ? !conditions.every(meets) : !conditions.some(meets)) continue
      outcome.hitIds.push(rule.id)
      if (act(outcome, rule)) break
    }
    return outcome
  }
}

/** Evaluates a single mail. Code that judges many keeps an evaluator. */
export const evaluateFilters: Evaluate = (rules, facts) => createEvaluator()(rules, facts)

/** A rule as a sentence: 主题含“发票”或“账单”，就加标签“票据”. */
import { shortened } from '../../../ui/shortened.ts'
import { splitWords } from './alternatives.ts'
import { type DraftAction, type DraftCondition, movesTo, type RuleDraft, ruleOf } from './draft.ts'
import { fieldNames, type Operator, resultNames } from './words.ts'

const quoted = (text: string) => `“${shortened(text, 40)}”`

/** Marks that turn the direction of writing would turn our own words with what they stand in. */
export const withoutTurns = (text: string) => text.replaceAll(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')

/** “a”或“b”; of many only the first. */
function listed(text: string, joint: string): string {
  const words = splitWords(text)
  if (words.length <= 3) return words.map(quoted).join(joint)
  return `${words.slice(0, 2).map(quoted).join('')}等 ${words.length} 个词`
}

const textPhrases: Readonly<Partial<Record<Operator, (value: string) => string>>> = {
  contains: value => `含${quoted(value)}`,
  notContains: value => `不含${quoted(value)}`,
  oneOf: value => `含${listed(value, '或')}${splitWords(value).length > 3 ? '之一' : ''}`,
  noneOf: value => `不含${listed(value, '和')}`,
  equals: value => `是${quoted(value)}`,
  notEquals: value => `不是${quoted(value)}`,
  begins: value => `以${quoted(value)}开头`,
  notBegins: value => `不以${quoted(value)}开头`,
  ends: value => `以${quoted(value)}结尾`,
  notEnds: value => `不以${quoted(value)}结尾`,
  matches: value => `匹配${quoted(value)}`,
  notMatches: value => `不匹配${quoted(value)}`,
}

const spaced = (size: string) =>
  size.trim().replace(/^([\d.]+)\s*([a-z]+)$/i, (_, n: string, unit: string) => `${n} ${unit.toUpperCase()}`)

function resultPhrase(name: string, operator: Operator, value: string): string {
  const result = Object.entries(resultNames).find(([key]) => key === value)?.[1] ?? value
  if (operator === 'notEquals') return value === 'pass' ? `${name} 没有通过` : `${name} 不是${quoted(result)}`
  return `${name} ${result}`
}

export function conditionPhrase({ field, header, operator, value }: DraftCondition): string {
  switch (field) {
    case 'hasCode':
      return operator === 'yes' ? '有验证码' : '没有验证码'
    case 'size':
      return `${operator === 'greater' ? '大于' : '小于'} ${spaced(value)}`
    case 'spamScore':
      return `垃圾分${operator === 'greater' ? '高于' : '低于'} ${value}`
    case 'spf':
    case 'dkim':
    case 'dmarc':
      return resultPhrase(fieldNames[field], operator, value)
    case 'header':
      if (operator === 'exists') return `带 ${header} 信头`
      if (operator === 'absent') return `没有 ${header} 信头`
      return `信头 ${header} ${textPhrases[operator]?.(value) ?? ''}`
    default:
      return `${fieldNames[field]}${textPhrases[operator]?.(value) ?? ''}`
  }
}

const movedPhrases = { archive: '移到归档', spam: '移到垃圾', trash: '移到回收站' } as const

function actionPhrase({ kind, value }: DraftAction): string {
  switch (kind) {
    case 'move':
      return movedPhrases[movesTo(value)]
    case 'file':
      return `放进文件夹${quoted(value)}`
    case 'label':
      return `加标签${quoted(value)}`
    case 'forward':
      return `转发给 ${value}`
    case 'read':
      return '标为已读'
    case 'star':
      return '加星'
    case 'webhook':
      return '发通知'
    case 'refuse':
      return '当场拒收'
    case 'discard':
      return '直接丢弃'
  }
}

/** 加星、标为已读并发通知 */
function inOneBreath(phrases: readonly string[]): string {
  const last = phrases.at(-1)
  return phrases.length < 2 || last === undefined
    ? phrases.join('')
    : `${phrases.slice(0, -1).join('、')}并${last}`
}

export function sentenceOf(draft: RuleDraft, scopeName: string | null): string {
  const when = draft.conditions.map(conditionPhrase).join(draft.match === 'all' ? '，且' : '，或')
  const then = inOneBreath(draft.actions.map(actionPhrase))
  const place = scopeName === null ? '' : `寄到 ${scopeName} 的，`
  const does = [then && `就${then}`, draft.stop ? '后面的规则不再看' : ''].filter(part => part !== '')
  return withoutTurns([`${place}${when}`, ...does].join('，'))
}

/** The name of a rule that was not given one. */
export function suggestedName(draft: RuleDraft): string {
  const first = draft.conditions[0]
  if (!first) return '新规则'
  const rule = ruleOf(draft, '').conditions[0]
  const blank = rule?.value === '' && (rule.field !== 'header' || !rule.header)
  return blank ? '新规则' : withoutTurns(conditionPhrase(first)).slice(0, 30)
}

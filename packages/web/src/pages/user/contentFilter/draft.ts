/** A rule while it is being written: as the page shows it, turned to and from the contract's form, and judged as typed. */
import type { FilterRule } from '@yanshu/contract'
import { isAddress } from '../../../compose/addresses.ts'
import { patternToWords, splitWords, wordsToPattern } from './alternatives.ts'
import {
  type Action,
  type ActionKind,
  type Condition,
  type Field,
  moveOptions,
  type Operator,
  operatorOptions,
  resultOptions,
} from './words.ts'

export type DraftCondition = { key: string; field: Field; header: string; operator: Operator; value: string }
export type DraftAction = { key: string; kind: ActionKind; value: string }
/** A rule without its switch, which is thrown in the list and not written. */
export type WrittenRule = Omit<FilterRule, 'enabled'>
export type RuleDraft = {
  name: string
  match: 'all' | 'any'
  scope: FilterRule['scope']
  conditions: readonly DraftCondition[]
  actions: readonly DraftAction[]
  /** No later rule is looked at. */
  stop: boolean
}

const newKey = () => Math.random().toString(36).slice(2)

export const newCondition = (change: Partial<DraftCondition> = {}): DraftCondition => ({
  key: newKey(),
  field: 'subject',
  header: '',
  operator: 'contains',
  value: '',
  ...change,
})

export const newAction = (kind: ActionKind, value = ''): DraftAction => ({
  key: newKey(),
  kind,
  value: kind === 'move' ? value || 'spam' : value,
})

export const emptyDraft = (): RuleDraft => ({
  name: '',
  match: 'all',
  scope: { kind: 'all' },
  conditions: [newCondition()],
  actions: [newAction('move')],
  stop: false,
})

/** The data that a given mail supplies to a new rule: its sender, its subject and its mailbox. */
export type FromMail = Readonly<Record<'from' | 'subject' | 'mailbox', string | null>>

export function draftFromMail({ from, subject, mailbox }: FromMail): RuleDraft {
  const empty = emptyDraft()
  const conditions = [
    ...(from ? [newCondition({ field: 'from', operator: 'equals', value: from.slice(0, 500) })] : []),
    ...(subject ? [newCondition({ value: subject.slice(0, 500) })] : []),
  ]
  return {
    ...empty,
    conditions: conditions.length > 0 ? conditions : empty.conditions,
    scope: mailbox ? { kind: 'mailbox', id: mailbox } : empty.scope,
  }
}

function draftCondition(stored: Condition): DraftCondition {
  const { field, operator, value } = stored
  const base = newCondition({ field, header: stored.header ?? '', operator, value })
  if (field === 'hasCode') {
    const says = (value === 'true') === (operator === 'equals')
    return { ...base, operator: says ? 'yes' : 'no', value: '' }
  }
  if (field === 'header' && value === '') {
    return { ...base, operator: operator === 'contains' ? 'exists' : 'absent' }
  }
  if (operator === 'matches' || operator === 'notMatches') {
    const words = patternToWords(value)
    if (words)
      return { ...base, operator: operator === 'matches' ? 'oneOf' : 'noneOf', value: words.join('、') }
  }
  return base
}

function draftAction({ action, value = '' }: Action): DraftAction | null {
  switch (action) {
    case 'stop':
      return null
    case 'archive':
    case 'spam':
    case 'trash':
      return newAction('move', action)
    default:
      return newAction(action, value)
  }
}

export const draftOf = (rule: WrittenRule): RuleDraft => ({
  name: rule.name,
  match: rule.match,
  scope: rule.scope,
  conditions: rule.conditions.map(draftCondition),
  actions: rule.actions.map(draftAction).filter(action => action !== null),
  stop: rule.actions.some(({ action }) => action === 'stop'),
})

function storedCondition({ field, header, operator, value }: DraftCondition): Condition {
  const base = { field, ...(field === 'header' && { header: header.trim() }) }
  switch (operator) {
    case 'exists':
      return { ...base, operator: 'contains', value: '' }
    case 'absent':
      return { ...base, operator: 'notContains', value: '' }
    case 'oneOf':
      return { ...base, operator: 'matches', value: wordsToPattern(value) }
    case 'noneOf':
      return { ...base, operator: 'notMatches', value: wordsToPattern(value) }
    case 'yes':
      return { ...base, operator: 'equals', value: 'true' }
    case 'no':
      return { ...base, operator: 'equals', value: 'false' }
    default:
      return { ...base, operator, value: value.trim() }
  }
}

/** Where a step of moving leads. */
export const movesTo = (value: string) => moveOptions.find(option => option.value === value)?.value ?? 'spam'

function storedAction({ kind, value }: DraftAction): Action {
  if (kind === 'move') return { action: movesTo(value) }
  return value.trim() === '' ? { action: kind } : { action: kind, value: value.trim() }
}

export function ruleOf(draft: RuleDraft, name: string): WrittenRule {
  return {
    name,
    match: draft.match,
    conditions: draft.conditions.map(storedCondition),
    actions: [...draft.actions.map(storedAction), ...(draft.stop ? [{ action: 'stop' as const }] : [])],
    scope: draft.scope,
  }
}

export const needsValue = ({ field, operator }: Pick<DraftCondition, 'field' | 'operator'>): boolean =>
  field !== 'hasCode' && operator !== 'exists' && operator !== 'absent'

const isAuthField = (field: Field) => field === 'spf' || field === 'dkim' || field === 'dmarc'

/** A condition about another field: the operator and the value stay where they still make sense. */
export function withField(condition: DraftCondition, field: Field): DraftCondition {
  const offered = operatorOptions(field)
  const operator = offered.find(({ value }) => value === condition.operator) ?? offered[0]
  const isOffered = resultOptions(field).some(({ value }) => value === condition.value)
  const keeps = isAuthField(field) ? isAuthField(condition.field) && isOffered : !isAuthField(condition.field)
  const value = keeps ? condition.value : isAuthField(field) ? 'fail' : ''
  return { ...condition, field, operator: operator?.value ?? 'contains', value }
}

export type Faults = Readonly<Record<string, string>>

function valueFault(condition: DraftCondition): string | null {
  const { field, operator } = condition
  const value = condition.value.trim()
  if (!needsValue(condition)) return null
  if (value === '') return '请填写'
  if (operator === 'oneOf' || operator === 'noneOf') {
    if (splitWords(value).length === 0) return '请填写'
    return wordsToPattern(value).length > 500 ? '词太多了' : null
  }
  if (value.length > 500) return '条件内容太长'
  if (field === 'size' && !/^\d{1,12}(\.\d{1,6})?\s*[kmg]?b?$/i.test(value))
    return '要填大小，例如 500KB、20MB'
  if (field === 'spamScore' && !/^-?\d{1,6}(\.\d{1,6})?$/.test(value)) return '要填数字，例如 5'
  return null
}

function headerFault({ field, header }: DraftCondition): string | null {
  if (field !== 'header') return null
  if (header.trim() === '') return '请填写信头名'
  return /^[!-9;-~]{1,100}$/.test(header.trim()) ? null : '信头名不对'
}

function actionFault({ kind, value }: DraftAction): string | null {
  const text = value.trim()
  switch (kind) {
    case 'file':
      if (text === '') return '请填写文件夹'
      return text.split('/').every(name => name.trim() !== '') ? null : '每一层都要有名字'
    case 'label':
      if (text === '') return '请填写标签'
      return text.length > 32 ? '标签最多 32 个字' : null
    case 'webhook':
      return text === '' ? '请选择通知地址' : null
    case 'forward':
      if (text === '') return '请填写转发到的地址'
      return isAddress(text) ? null : '地址不完整'
    case 'refuse':
      if (text.length > 200) return '最多 200 个字符'
      return /^[ -~]*$/.test(text) ? null : '答复只能用英文、数字和标点'
    default:
      return null
  }
}

/** Returns the faults under the same paths as the server's. */
export function faultsOf(draft: RuleDraft): Faults {
  const faults: Record<string, string> = {}
  const at = (path: string, fault: string | null) => {
    if (fault !== null) faults[path] = fault
  }
  at('name', draft.name.trim().length > 100 ? '名称太长' : null)
  at('conditions', draft.conditions.length === 0 ? '至少要有一个条件' : null)
  at('actions', draft.actions.length === 0 && !draft.stop ? '至少要有一步' : null)
  for (const [index, condition] of draft.conditions.entries()) {
    at(`conditions.${index}.header`, headerFault(condition))
    at(`conditions.${index}.value`, valueFault(condition))
  }
  for (const [index, action] of draft.actions.entries()) at(`actions.${index}.value`, actionFault(action))
  return faults
}

/** Whether the conditions can be tried: actions do not matter for that. */
export const canBeTried = (faults: Faults): boolean =>
  !Object.keys(faults).some(path => path.startsWith('conditions'))

/** Whether two drafts come to the same rule. */
export const sameRule = (a: RuleDraft, b: RuleDraft): boolean =>
  JSON.stringify(ruleOf(a, a.name)) === JSON.stringify(ruleOf(b, b.name))

/** The edited rule, and the rule as it was when the editing began. */
export type Kept = { readonly draft: RuleDraft; readonly begun: RuleDraft }

/** The rule was changed elsewhere since, and is neither what it was nor what is written here. */
export const isContested = ({ draft, begun }: Kept, saved: RuleDraft): boolean =>
  !sameRule(begun, saved) && !sameRule(draft, saved)

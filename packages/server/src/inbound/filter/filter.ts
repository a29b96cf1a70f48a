/**
 * Content filters: ordered rules that a person makes for arriving mail. This file has the words and the pure rules about
 * them: what a condition may be made of, what belongs to whom. It knows neither how a mail is parsed nor what becomes of
 * an outcome.
 */
import type { FilterRule, Folder } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { FilterTable } from './table.ts'

export type Condition = FilterRule['conditions'][number]
export type Action = FilterRule['actions'][number]
export type ConditionField = Condition['field']
export type ConditionOperator = Condition['operator']
export type RuleScope = FilterRule['scope']

/** A rule in force. Plain data: it crosses worker threads. */
export type ActiveRule = {
  readonly id: string
  readonly match: 'all' | 'any'
  readonly conditions: readonly Condition[]
  readonly actions: readonly Action[]
}

/** The facts of a mail that rules see, also as plain data. */
export type FilterFacts = {
  readonly from: string
  readonly fromName: string
  /** To and Cc as written, and the mailbox it is for. Never the other recipients of the envelope: Bcc is a secret. */
  readonly recipients: readonly string[]
  readonly subject: string
  /** The visible text. */
  readonly text: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly attachments: readonly { readonly filename: string; readonly contentType: string }[]
  readonly size: number
  readonly hasCode: boolean
  /** Results as RFC 8601 names them. */
  readonly auth: { readonly spf: string; readonly dkim: string; readonly dmarc: string }
  readonly spamScore: number
}

export type FilterOutcome = {
  /** The text of the refusal, or null. After the mail was accepted it can only be dropped. */
  refuse: string | null
  discard: boolean
  /** Where it goes; null when no rule said so. */
  folder: Folder | null
  /** The folder of one's own into which it is filed; it is made where it is missing. Then `folder` is not looked at. */
  path: readonly string[] | null
  read: boolean
  starred: boolean
  labels: string[]
  forwardTo: string[]
  webhookIds: string[]
  /** The rules that matched, in order. */
  hitIds: string[]
}

/** Returns the outcome for a mail that no rule matches. */
export const nothingDecided = (): FilterOutcome => ({
  refuse: null,
  discard: false,
  folder: null,
  path: null,
  read: false,
  starred: false,
  labels: [],
  forwardTo: [],
  webhookIds: [],
  hitIds: [],
})

export const maxRulesPerOwner = 100
export const maxLabelLength = 32
export const maxLabels = 20
export const maxRefusalLength = 200
export const defaultRefusal = 'Message refused by the recipient'

/** Messages on this channel make every node read the rules anew. */
export const filtersChannel = 'filters'

export type FieldKind = 'text' | 'number' | 'flag' | 'result'

const kinds: Readonly<Record<ConditionField, FieldKind>> = {
  from: 'text',
  to: 'text',
  subject: 'text',
  text: 'text',
  header: 'text',
  attachmentName: 'text',
  attachmentType: 'text',
  size: 'number',
  hasCode: 'flag',
  spf: 'result',
  dkim: 'result',
  dmarc: 'result',
  spamScore: 'number',
}
export const kindOf = (field: ConditionField): FieldKind => kinds[field]

const exact: readonly ConditionOperator[] = ['equals', 'notEquals']
const operators: Readonly<Record<FieldKind, readonly ConditionOperator[]>> = {
  text: [
    ...['contains', 'notContains', 'equals', 'notEquals', 'begins'],
    ...['notBegins', 'ends', 'notEnds', 'matches', 'notMatches'],
  ] as ConditionOperator[],
  number: ['greater', 'less'],
  flag: exact,
  result: exact,
}
export const operatorsOf = (field: ConditionField): readonly ConditionOperator[] => operators[kindOf(field)]

/** A header that is there contains the empty text; one that is not does not. */
export const asksPresence = (condition: Condition): boolean =>
  condition.field === 'header' &&
  condition.value === '' &&
  (condition.operator === 'contains' || condition.operator === 'notContains')

const units: Readonly<Record<string, number>> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }

/** Bytes in "500", "1MB", "1.5 kb"; null for anything else. */
export function parseSize(text: string): number | null {
  const [, figures, unit] = /^(\d{1,12}(?:\.\d{1,6})?)\s*([kmg]?)b?$/i.exec(text.trim()) ?? []
  const factor = units[unit?.toLowerCase() ?? '']
  return figures === undefined || factor === undefined ? null : Number(figures) * factor
}

export function parseScore(text: string): number | null {
  return /^-?\d{1,6}(?:\.\d{1,6})?$/.test(text.trim()) ? Number(text) : null
}

/** The scope of a stored rule. */
export const scopeOf = (
  row: Pick<Selectable<FilterTable>, 'scope_kind' | 'scope_id' | 'scope_everyone'>,
): RuleScope => ({
  kind: row.scope_kind,
  ...(row.scope_id !== null && { id: row.scope_id }),
  ...(row.scope_everyone === 1 && { everyone: true }),
})

/** The owner of rules: an account, or a mailbox that logs in by itself. */
export type RuleOwner =
  | { readonly kind: 'account'; readonly id: string }
  | { readonly kind: 'mailbox'; readonly id: string }

export const ownerOf = (caller: LoggedIn): RuleOwner =>
  caller.role === 'mailbox'
    ? { kind: 'mailbox', id: caller.mailboxId }
    : { kind: 'account', id: caller.accountId }

/** Whether these acts show letters to somebody else than the holder of the mailbox. */
export const leadsElsewhere = ({ action }: Action): boolean => action === 'forward' || action === 'webhook'

export const mayRefuseByContent = (actions: readonly Action[]): boolean =>
  actions.some(({ action }) => action === 'refuse')

/**
 * Filters in words: what a field, an operator, an action is called, and which operators a field has. Some operators are
 * the page's own and are kept as one of the contract's: 存在 as "contains nothing in particular", 包含其一 as a regular
 * expression of alternatives.
 */
import type { AuthResult, FilterRule } from '@yanshu/contract'

export type Condition = FilterRule['conditions'][number]
export type Action = FilterRule['actions'][number]
export type Field = Condition['field']
export type Operator = Condition['operator'] | 'exists' | 'absent' | 'oneOf' | 'noneOf' | 'yes' | 'no'

export type Option<Value extends string> = { value: Value; label: string }

export const fieldNames: Readonly<Record<Field, string>> = {
  from: '发件人',
  to: '收件人',
  subject: '主题',
  text: '正文',
  header: '信头',
  attachmentName: '附件名',
  attachmentType: '附件类型',
  size: '大小',
  hasCode: '验证码',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  spamScore: '垃圾分',
}
export const fieldOptions: readonly Option<Field>[] = (Object.keys(fieldNames) as Field[]).map(value => ({
  value,
  label: fieldNames[value],
}))

const textOperators: readonly Option<Operator>[] = [
  { value: 'contains', label: '包含' },
  { value: 'notContains', label: '不包含' },
  { value: 'oneOf', label: '包含其一' },
  { value: 'noneOf', label: '都不包含' },
  { value: 'equals', label: '是' },
  { value: 'notEquals', label: '不是' },
  { value: 'begins', label: '以此开头' },
  { value: 'notBegins', label: '不以此开头' },
  { value: 'ends', label: '以此结尾' },
  { value: 'notEnds', label: '不以此结尾' },
  { value: 'matches', label: '匹配正则' },
  { value: 'notMatches', label: '不匹配正则' },
]
const presence: readonly Option<Operator>[] = [
  { value: 'exists', label: '存在' },
  { value: 'absent', label: '不存在' },
]
const exact: readonly Option<Operator>[] = [
  { value: 'equals', label: '是' },
  { value: 'notEquals', label: '不是' },
]

export function operatorOptions(field: Field): readonly Option<Operator>[] {
  switch (field) {
    case 'header':
      return [...presence, ...textOperators]
    case 'size':
      return [
        { value: 'greater', label: '大于' },
        { value: 'less', label: '小于' },
      ]
    case 'spamScore':
      return [
        { value: 'greater', label: '高于' },
        { value: 'less', label: '低于' },
      ]
    case 'hasCode':
      return [
        { value: 'yes', label: '有' },
        { value: 'no', label: '没有' },
      ]
    case 'spf':
    case 'dkim':
    case 'dmarc':
      return exact
    default:
      return textOperators
  }
}

/** Returns the placeholder of the empty box. */
export function placeholderOf(field: Field, operator: Operator): string {
  if (operator === 'oneOf' || operator === 'noneOf') return '几个词，用顿号隔开'
  if (operator === 'matches' || operator === 'notMatches') return '正则表达式，不分大小写'
  switch (field) {
    case 'from':
    case 'to':
      return '地址，或其中一部分'
    case 'size':
      return '例如 20MB'
    case 'spamScore':
      return '例如 5'
    case 'attachmentName':
      return '例如 .zip'
    case 'attachmentType':
      return '例如 application/pdf'
    default:
      return ''
  }
}

export const resultNames: Readonly<Record<AuthResult['result'], string>> = {
  pass: '通过',
  fail: '不通过',
  softfail: '勉强不通过',
  neutral: '不作判断',
  none: '没有设置',
  temperror: '暂时查不到',
  permerror: '设置有误',
  policy: '签名太弱',
}
const everyResult: readonly Option<string>[] = Object.entries(resultNames).map(([value, label]) => ({
  value,
  label,
}))
/** Only signatures can be too weak. */
export const resultOptions = (field: Field): readonly Option<string>[] =>
  everyResult.filter(({ value }) => value !== 'policy' || field === 'dkim')

export const actionKinds = [
  'move',
  'file',
  'read',
  'star',
  'label',
  'webhook',
  'refuse',
  'discard',
  'forward',
] as const
export type ActionKind = (typeof actionKinds)[number]

export const actionNames: Readonly<Record<ActionKind, string>> = {
  move: '移到',
  file: '放进文件夹',
  read: '标为已读',
  star: '加星',
  label: '加标签',
  webhook: '发通知',
  refuse: '当场拒收',
  discard: '直接丢弃',
  forward: '转发给',
}

export const moveOptions: readonly Option<'archive' | 'spam' | 'trash'>[] = [
  { value: 'archive', label: '归档' },
  { value: 'spam', label: '垃圾邮件' },
  { value: 'trash', label: '回收站' },
]

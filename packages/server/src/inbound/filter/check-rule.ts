/** Whether a rule makes sense, judged by itself; what it names (a mailbox, a webhook) is the use case's to look up. */
import { AppError } from '../../app-error.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import {
  type Action,
  asksPresence,
  type Condition,
  isAuthResult,
  kindOf,
  maxLabelLength,
  maxRefusalLength,
  operatorsOf,
  parseScore,
  parseSize,
} from './filter.ts'
import { patternFault } from './pattern.ts'

/** What is wrong, by the path of the field. */
export type Faults = Record<string, string>

function valueFault(condition: Condition): string | null {
  const { field, operator, value } = condition
  if (value.trim() === '') return asksPresence(condition) ? null : '请填写'
  switch (kindOf(field)) {
    case 'number':
      if (field === 'size') return parseSize(value) === null ? '要填大小，例如 500KB、20MB' : null
      return parseScore(value) === null ? '要填数字，例如 5' : null
    case 'flag':
      return value === 'true' || value === 'false' ? null : '只能是 true 或 false'
    case 'result':
      return isAuthResult(value) ? null : '没有这样的结果'
    case 'text':
      return operator === 'matches' || operator === 'notMatches' ? patternFault(value) : null
  }
}

/** RFC 5322 section 2.2: printable ASCII without the colon. */
const headerName = /^[!-9;-~]+$/

function headerFault({ field, header }: Condition): string | null {
  if (field !== 'header') return header === undefined ? null : '只有信头条件才有信头名'
  if (!header) return '请填写信头名'
  return headerName.test(header) ? null : '信头名不对'
}

export function conditionFaults(conditions: readonly Condition[]): Faults {
  const faults: Faults = {}
  for (const [index, condition] of conditions.entries()) {
    const at = (name: string, fault: string | null) => {
      if (fault !== null) faults[`conditions.${index}.${name}`] = fault
    }
    at('header', headerFault(condition))
    const fits = operatorsOf(condition.field).includes(condition.operator)
    at('operator', fits ? null : '这个条件不能这样比较')
    if (fits) at('value', valueFault(condition))
  }
  return faults
}

const controls = /\p{Cc}/u

function actionFault({ action, value = '' }: Action): string | null {
  switch (action) {
    case 'refuse':
      if (value.length > maxRefusalLength) return `最多 ${maxRefusalLength} 个字符`
      // SMTP replies are ASCII (RFC 5321 section 4.2); anything else would reach the sender as question marks.
      return /^[ -~]*$/.test(value) ? null : '答复只能用英文、数字和标点'
    case 'label':
      if (value.trim() === '') return '请填写标签'
      if (value !== value.trim() || controls.test(value)) return '标签里有不能用的字符'
      return value.length > maxLabelLength ? `标签最多 ${maxLabelLength} 个字` : null
    case 'forward':
      if (value.trim() === '') return '请填写转发到的地址'
      return readEnvelopeAddress(value)?.domain.includes('.') ? null : '地址格式不对'
    case 'webhook':
      return value === '' ? '请选择通知地址' : null
    default:
      return value === '' ? null : '这个动作不带内容'
  }
}

export function actionFaults(actions: readonly Action[]): Faults {
  const faults: Faults = {}
  for (const [index, action] of actions.entries()) {
    const fault = actionFault(action)
    if (fault !== null) faults[`actions.${index}.value`] = fault
  }
  return faults
}

export function throwFaults(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw new AppError('invalidInput', { fields: faults })
}

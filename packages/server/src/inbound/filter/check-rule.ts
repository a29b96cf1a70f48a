/** Whether a rule makes sense, judged by itself; what it names (a mailbox, a webhook) is the use case's to look up. */
import { AppError } from '../../kernel/app-error.ts'
import { readEnvelopeAddress } from '../../mail/address/envelope-address.ts'
import { isResult } from '../../mail/sender-verdict.ts'
import { folderPath } from '../../mailbox/folder/folder-name.ts'
import { inboundWords } from '../words/words.ts'
import {
  type Action,
  asksPresence,
  type Condition,
  kindOf,
  maxLabelLength,
  maxRefusalLength,
  operatorsOf,
  parseScore,
  parseSize,
} from './filter.ts'
import { patternFault } from './pattern.ts'

/** The faults by the path of their field. */
export type Faults = Record<string, string>

function valueFault(condition: Condition): string | null {
  const { field, operator, value } = condition
  if (value.trim() === '') return asksPresence(condition) ? null : inboundWords.fillIn
  switch (kindOf(field)) {
    case 'number':
      if (field === 'size') return parseSize(value) === null ? inboundWords.sizeExpected : null
      return parseScore(value) === null ? inboundWords.numberExpected : null
    case 'flag':
      return value === 'true' || value === 'false' ? null : inboundWords.flagExpected
    case 'result':
      return isResult(value) ? null : inboundWords.noSuchResult
    case 'text':
      return operator === 'matches' || operator === 'notMatches' ? patternFault(value) : null
  }
}

/** RFC 5322 section 2.2: printable ASCII without the colon. */
const headerName = /^[!-9;-~]+$/

function headerFault({ field, header }: Condition): string | null {
  if (field !== 'header') return header === undefined ? null : inboundWords.headerNotWanted
  if (!header) return inboundWords.headerMissing
  return headerName.test(header) ? null : inboundWords.headerBad
}

export function conditionFaults(conditions: readonly Condition[]): Faults {
  const faults: Faults = {}
  for (const [index, condition] of conditions.entries()) {
    const at = (name: string, fault: string | null) => {
      if (fault !== null) faults[`conditions.${index}.${name}`] = fault
    }
    at('header', headerFault(condition))
    const fits = operatorsOf(condition.field).includes(condition.operator)
    at('operator', fits ? null : inboundWords.operatorUnfit)
    if (fits) at('value', valueFault(condition))
  }
  return faults
}

const controls = /\p{Cc}/u

function actionFault({ action, value = '' }: Action): string | null {
  switch (action) {
    case 'refuse':
      if (value.length > maxRefusalLength) return inboundWords.refusalTooLong(maxRefusalLength)
      // SMTP replies are ASCII (RFC 5321 section 4.2); anything else would reach the sender as question marks.
      return /^[ -~]*$/.test(value) ? null : inboundWords.refusalNotAscii
    case 'file':
      if (value.trim() === '') return inboundWords.folderMissing
      return folderPath(value) === null ? inboundWords.badFolder : null
    case 'label':
      if (value.trim() === '') return inboundWords.labelMissing
      if (value !== value.trim() || controls.test(value)) return inboundWords.labelOddCharacters
      return value.length > maxLabelLength ? inboundWords.labelTooLong(maxLabelLength) : null
    case 'forward':
      if (value.trim() === '') return inboundWords.forwardMissing
      return readEnvelopeAddress(value)?.domain.includes('.') ? null : inboundWords.badAddress
    case 'webhook':
      return value === '' ? inboundWords.webhookMissing : null
    default:
      return value === '' ? null : inboundWords.valueNotWanted
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

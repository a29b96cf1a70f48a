/** Words for schema faults that bring none of their own. */
import { z } from 'zod'

type Issue = { code?: string; input?: unknown; origin?: string; maximum?: unknown; minimum?: unknown }

const measured = (origin: string | undefined): string =>
  origin === 'string' ? '个字符' : origin === 'array' || origin === 'set' ? '项' : ''

export function schemaMessage(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return '请填写'
  const unit = measured(issue.origin)
  switch (issue.code) {
    case 'invalid_type':
      return '类型不对'
    case 'invalid_value':
      return '不在可选范围内'
    case 'too_big':
      return unit ? `最多 ${String(issue.maximum)} ${unit}` : `不能大于 ${String(issue.maximum)}`
    case 'too_small':
      return unit ? `至少 ${String(issue.minimum)} ${unit}` : `不能小于 ${String(issue.minimum)}`
    default:
      return '填得不对'
  }
}

export function useChineseMessages(): void {
  z.config({ customError: issue => schemaMessage(issue as Issue) })
}

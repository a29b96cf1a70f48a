/** Words for schema faults that bring none of their own. */
import { z } from 'zod'
import { httpWords } from './words.ts'

type Issue = { code?: string; input?: unknown; origin?: string; maximum?: unknown; minimum?: unknown }

const says = httpWords.field

function tooMuch(origin: string | undefined, most: string): string {
  if (origin === 'string') return says.tooLong(most)
  return origin === 'array' || origin === 'set' ? says.tooMany(most) : says.tooLarge(most)
}

function tooLittle(origin: string | undefined, least: string): string {
  if (origin === 'string') return says.tooShort(least)
  return origin === 'array' || origin === 'set' ? says.tooFew(least) : says.tooSmall(least)
}

export function schemaMessage(issue: Issue): string {
  if (issue.input === undefined || issue.input === null) return says.missing
  switch (issue.code) {
    case 'invalid_type':
      return says.wrongType
    case 'invalid_value':
      return says.noChoice
    case 'too_big':
      return tooMuch(issue.origin, String(issue.maximum))
    case 'too_small':
      return tooLittle(issue.origin, String(issue.minimum))
    default:
      return says.wrong
  }
}

export function useChineseMessages(): void {
  z.config({ customError: issue => schemaMessage(issue as Issue) })
}

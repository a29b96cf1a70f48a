import type { ChangedElsewhere } from '@yanshu/contract'
import { useState } from 'react'
import { ApiError } from './api-error.ts'

export type Seen<Fields extends object> = {
  /** The values that a form began with, and those that the person has seen since. */
  readonly fields: Fields
  /** Fields that somebody else changed meanwhile, until the person decides about each. */
  readonly changed: readonly ChangedElsewhere[]
  /** Returns what a save tells of the fields that it changes. */
  of: (change: object) => Partial<Fields>
  /** Returns whether the failure of a save is that somebody else changed the same. */
  isOvertaken: (failure: unknown) => boolean
  /** The person has seen the present value of a field. */
  settle: (field: string) => void
}

/** Remembers what a form showed when it opened, however often the table behind it is asked for anew. */
export function useSeen<Fields extends object>(first: Fields): Seen<Fields> {
  const [fields, setFields] = useState(first)
  const [changed, setChanged] = useState<readonly ChangedElsewhere[]>([])
  return {
    fields,
    changed,
    of: change =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => name in change)) as Partial<Fields>,
    isOvertaken(failure) {
      if (!(failure instanceof ApiError) || failure.changed.length === 0) return false
      setChanged(failure.changed)
      return true
    },
    settle(field) {
      const now = changed.find(one => one.field === field)
      if (now) setFields(known => ({ ...known, [field]: now.value }))
      setChanged(known => known.filter(one => one.field !== field))
    },
  }
}

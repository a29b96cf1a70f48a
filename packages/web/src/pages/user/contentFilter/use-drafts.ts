/** Keeps unsaved edits of each rule, together with the rule as it was when the editing began. */
import type { FilterRow } from '@yanshu/contract'
import { useState } from 'react'
import { emptyDraft, type Kept, type RuleDraft, sameRule } from './draft.ts'
import { draftOfRow } from './queries.ts'

export const NEW = 'new'

type AllKept = ReadonlyMap<string, Kept>

const unwritten = (draft = emptyDraft()): Kept => ({ draft, begun: emptyDraft() })

/** Something was typed that is not what the rule was. */
const isWritten = ({ draft, begun }: Kept) => !sameRule(draft, begun)

export function useDrafts(first: () => RuleDraft) {
  const [kept, setKept] = useState<AllKept>(() => new Map([[NEW, unwritten(first())]]))
  /** A new rule starts over with a form of its own. */
  const [fresh, setFresh] = useState(0)

  const isChanged = (row: FilterRow) => {
    const mine = kept.get(row.id)
    return mine !== undefined && isWritten(mine) && !sameRule(mine.draft, draftOfRow(row))
  }
  return {
    fresh,
    isChanged,
    /** Also when the rule is gone: what was written on it is not. */
    has(id: string): boolean {
      const mine = kept.get(id)
      return mine !== undefined && isWritten(mine)
    },
    holdsAny(rules: readonly FilterRow[]): boolean {
      const known = new Map(rules.map(row => [row.id, row]))
      return [...kept].some(([id, mine]) => {
        const row = known.get(id)
        return row ? isChanged(row) : isWritten(mine)
      })
    },
    /** Returns the version of a rule to show; a rule that was only viewed is shown in its current state. */
    of(id: string, saved: RuleDraft | null): Kept | null {
      const mine = kept.get(id)
      if (!mine) return saved && { draft: saved, begun: saved }
      if (saved && !isWritten(mine) && !sameRule(mine.begun, saved)) return { draft: saved, begun: saved }
      return mine
    },
    keep: (id: string, mine: Kept) => setKept(known => new Map(known).set(id, mine)),
    start(draft: RuleDraft): void {
      setKept(known => new Map(known).set(NEW, unwritten(draft)))
      setFresh(count => count + 1)
    },
    forget(id: string): void {
      setKept(known => {
        const rest = new Map(known)
        if (id === NEW) rest.set(NEW, unwritten())
        else rest.delete(id)
        return rest
      })
      if (id === NEW) setFresh(count => count + 1)
    },
  }
}

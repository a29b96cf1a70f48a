/** Trying a rule while it is written: begun by a press or by a change, repeated when the typing rests. */
import type { FilterRule } from '@yanshu/contract'
import { useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { canBeTried, type Faults, faultsOf, type RuleDraft, ruleOf } from './draft.ts'
import { useTryRule } from './queries.ts'
import { useSettled } from './use-settled.ts'

const TYPING_MS = 600
const noFaults: Faults = {}

/** Only the conditions and the scope matter; a trial needs some action, and this one is the most harmless. */
function trialOf(draft: RuleDraft): FilterRule {
  return { ...ruleOf(draft, '试'), enabled: true, actions: [{ action: 'read' }] }
}

export type Trial = ReturnType<typeof useTry>

export function useTry(draft: RuleDraft, saved: RuleDraft | null) {
  const [pressed, setPressed] = useState(false)
  const text = JSON.stringify(trialOf(draft))
  const settled = useSettled(text, TYPING_MS)
  const changed = saved === null || text !== JSON.stringify(trialOf(saved))
  const possible = canBeTried(faultsOf(draft))
  const wanted = possible && (pressed || changed)
  const rule = JSON.parse(settled) as FilterRule
  const isSettled = settled === text
  const query = useTryRule(rule, wanted && isSettled)
  const { error } = query
  return {
    wanted,
    possible,
    query,
    /** The result shown belongs to other conditions than the current ones. */
    outdated: !isSettled || query.isPlaceholderData,
    faults: isSettled && error instanceof ApiError ? error.fields : noFaults,
    press: () => setPressed(true),
    rule: JSON.parse(text) as FilterRule,
  }
}

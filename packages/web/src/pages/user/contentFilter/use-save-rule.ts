/** Saving a rule: checked here, tried for codes it would hide, sent once, the server's faults put at the fields. */
import { useQueryClient } from '@tanstack/react-query'
import type { FilterRow, FilterRule } from '@yanshu/contract'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { showToast } from '../../../ui/toast.ts'
import { type Draft, type Faults, faultsOf, ruleOf } from './draft.ts'
import { hidesMail } from './effect.ts'
import { draftOfRow, ruleOfRow, tryKey, tryRule, useFilterChanges } from './queries.ts'
import { suggestedName } from './sentence.ts'
import { useTry } from './use-try.ts'

type Refused = { draft: Draft; faults: Faults; failure: string | null }
type Found = { withCode: number; tested: number }

const noFaults: Faults = {}

/** The part of a rule that decides which mails it hides. */
const reach = (rule: FilterRule) => JSON.stringify([rule.match, rule.conditions, rule.scope])

export function useSaveRule(saved: FilterRow | null, draft: Draft, onSaved: (row: FilterRow) => void) {
  const client = useQueryClient()
  const changes = useFilterChanges()
  const [attempted, setAttempted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [found, setFound] = useState<Found | null>(null)
  const running = useRef(false)
  const savedDraft = saved && draftOfRow(saved)
  const trial = useTry(draft, savedDraft)

  const own = faultsOf(draft)
  // What the server said holds until the draft is changed.
  const said = refused?.draft === draft ? refused : null
  const faults: Faults = { ...trial.faults, ...(said?.faults ?? noFaults), ...own }

  /** What to show at a field: an empty one is only reproached once saving was tried. */
  function faultAt(path: string, typed: string): string | null {
    const fault = faults[path]
    return fault !== undefined && (attempted || typed.trim() !== '') ? fault : null
  }

  /** Mails with codes that would be hidden anew; a failed trial is no reason not to save. */
  async function codesHidden(what: Draft, rule: FilterRule): Promise<Found | null> {
    const known = saved && savedDraft && hidesMail(savedDraft) && reach(ruleOfRow(saved)) === reach(rule)
    if (!hidesMail(what) || known) return null
    try {
      const answer = await client.fetchQuery({
        queryKey: tryKey(rule),
        queryFn: ({ signal }) => tryRule(rule, signal),
        staleTime: 60_000,
      })
      return answer.withCode > 0 ? answer : null
    } catch {
      return null
    }
  }

  async function run(what: Draft, warns: boolean): Promise<void> {
    if (running.current) return
    setAttempted(true)
    if (Object.keys(faultsOf(what)).length > 0) return
    running.current = true
    setBusy(true)
    setRefused(null)
    setFound(null)
    try {
      const rule = ruleOf(what, what.name.trim() || suggestedName(what))
      const hidden = warns ? await codesHidden(what, rule) : null
      if (hidden) {
        setFound(hidden)
        return
      }
      const row = await changes.save(saved?.id ?? null, rule)
      showToast('已保存')
      setAttempted(false)
      onSaved(row)
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : noFaults
      const atFields = Object.keys(fields).length > 0
      setRefused({ draft: what, faults: fields, failure: atFields ? null : messageOf(error) })
    } finally {
      running.current = false
      setBusy(false)
    }
  }

  return {
    faults,
    faultAt,
    busy,
    failure: said?.failure ?? null,
    trial,
    found,
    closeWarning: () => setFound(null),
    save: (what: Draft) => void run(what, true),
    saveAnyway: (what: Draft) => void run(what, false),
  }
}

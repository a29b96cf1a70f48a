/** Saving a rule: checked here, tried for codes it would hide, sent once, the server's faults put at the fields. */
import { useQueryClient } from '@tanstack/react-query'
import type { FilterRow } from '@yanshu/contract'
import { useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../api/api-error.ts'
import { showToast } from '../../../ui/toast.ts'
import { type Faults, faultsOf, type RuleDraft, ruleOf, type WrittenRule } from './draft.ts'
import { hidesMail } from './effect.ts'
import { draftOfRow, ruleOfRow, tryKey, tryRule, useFilterChanges } from './queries.ts'
import { suggestedName } from './sentence.ts'
import { useTry } from './use-try.ts'

type Refused = { draft: RuleDraft; faults: Faults; failure: string | null }
type Found = { withCode: number; tested: number }
/** The warning, and what of the rule was to be replaced. */
type Warned = Found & { over: RuleDraft }

const noFaults: Faults = {}

/** The part of a rule that decides which mails it hides. */
const reach = (rule: WrittenRule) => JSON.stringify([rule.match, rule.conditions, rule.scope])

export type Saving = {
  saved: FilterRow | null
  draft: RuleDraft
  /** The rule as it was when the change was begun. */
  begun: RuleDraft
  onSaved: (row: FilterRow) => void
}

export function useSaveRule({ saved, draft, begun, onSaved }: Saving) {
  const client = useQueryClient()
  const changes = useFilterChanges()
  const [attempted, setAttempted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Refused | null>(null)
  const [found, setFound] = useState<Warned | null>(null)
  const running = useRef(false)
  const savedDraft = saved && draftOfRow(saved)
  const trial = useTry(draft, savedDraft)

  const own = faultsOf(draft)
  // The server's faults hold until the draft changes.
  const said = refused?.draft === draft ? refused : null
  const faults: Faults = { ...trial.faults, ...(said?.faults ?? noFaults), ...own }

  /** Returns the fault to show at a field; an empty field shows one only after an attempt to save. */
  function faultAt(path: string, typed: string): string | null {
    const fault = faults[path]
    return fault !== undefined && (attempted || typed.trim() !== '') ? fault : null
  }

  /** Mails with codes that would be hidden anew; a failed trial is no reason not to save. */
  async function codesHidden(what: RuleDraft, rule: WrittenRule): Promise<Found | null> {
    const known = saved && savedDraft && hidesMail(savedDraft) && reach(ruleOfRow(saved)) === reach(rule)
    if (!hidesMail(what) || known) return null
    try {
      const answer = await client.fetchQuery({
        queryKey: tryKey(rule),
        queryFn: ({ signal }) => tryRule({ ...rule, enabled: true }, signal),
        staleTime: 60_000,
      })
      return answer.withCode > 0 ? answer : null
    } catch {
      return null
    }
  }

  async function run(what: RuleDraft, warns: boolean, over = begun): Promise<void> {
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
        setFound({ ...hidden, over })
        return
      }
      const row = await (saved ? changes.edit(saved.id, rule, over) : changes.add(rule))
      // Changed elsewhere meanwhile: the page says so as soon as it knows the rule anew.
      if (!row) return
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
    save: (what: RuleDraft) => void run(what, true),
    saveAnyway: (what: RuleDraft) => void run(what, false, found?.over),
    /** In the place of what somebody else made of it. */
    saveOver: (what: RuleDraft) => void run(what, true, savedDraft ?? begun),
  }
}

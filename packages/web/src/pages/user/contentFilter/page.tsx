/**
 * /user/contentFilter: the rules in their order on the left, the chosen one being written on the right. The chosen rule is
 * in the URL; `?from=…&subject=…` begins one from a mail. What was typed stays with its rule until saved or given up.
 */
import type { FilterRow } from '@yanshu/contract'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Bones, ErrorState } from '../../../ui/states.tsx'
import { useUnsaved } from '../../../ui/unsaved.tsx'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { useTitle } from '../../../ui/use-title.ts'
import { Builder } from './builder.tsx'
import { type Draft, draftFromMail, emptyDraft, sameRule } from './draft.ts'
import styles from './page.module.css'
import { draftOfRow, useFilterChanges, useFilters } from './queries.ts'
import { RuleList } from './rule-list.tsx'
import { Start } from './start.tsx'

const NEW = 'new'

export function Component() {
  useTitle('过滤规则')
  const filters = useFilters()
  if (filters.data) return <Workshop rules={filters.data.list} />
  return (
    <div className={styles.waiting}>
      {filters.isError ? (
        <ErrorState error={filters.error} retry={() => void filters.refetch()} />
      ) : (
        <Bones lines={8} />
      )}
    </div>
  )
}

type Drafts = Readonly<Record<string, Draft>>

/** Which rule is open: what the URL says, else on a wide screen the first. */
function chosenOf(params: URLSearchParams, rules: readonly FilterRow[], phone: boolean): string | null {
  if (params.has('from') || params.has('subject')) return NEW
  const asked = params.get('rule')
  if (asked === NEW || rules.some(row => row.id === asked)) return asked
  return phone ? null : (rules[0]?.id ?? null)
}

function Workshop({ rules }: { rules: readonly FilterRow[] }) {
  const [params, setParams] = useSearchParams()
  const phone = useMedia(PHONE)
  const changes = useFilterChanges()
  const [drafts, setDrafts] = useState<Drafts>(() => ({
    [NEW]: draftFromMail(params.get('from'), params.get('subject')) ?? emptyDraft(),
  }))
  /** A new rule starts over with a form of its own. */
  const [fresh, setFresh] = useState(0)
  const chosen = chosenOf(params, rules, phone)
  const saved = rules.find(row => row.id === chosen) ?? null
  const savedDraft = useMemo(() => saved && draftOfRow(saved), [saved])
  const isChanged = (row: FilterRow) => {
    const draft = drafts[row.id]
    return draft !== undefined && !sameRule(draft, draftOfRow(row))
  }

  useUnsaved(rules.some(isChanged) || !sameRule(drafts[NEW] ?? emptyDraft(), emptyDraft()))

  const choose = (id: string | null) => setParams(id === null ? {} : { rule: id })
  const keep = (id: string, draft: Draft) => setDrafts(known => ({ ...known, [id]: draft }))
  const forget = (id: string) => {
    setDrafts(known => {
      const { [id]: _, ...rest } = known
      return { [NEW]: emptyDraft(), ...rest }
    })
    if (id === NEW) setFresh(count => count + 1)
  }
  const start = (draft: Draft) => {
    keep(NEW, draft)
    setFresh(count => count + 1)
    choose(NEW)
  }

  const draft = chosen === null ? undefined : (drafts[chosen] ?? savedDraft ?? undefined)
  const showsList = !phone || chosen === null
  return (
    <div className={styles.workshop}>
      {!showsList && <h1 className="sr">过滤规则</h1>}
      {showsList && (
        <RuleList
          rules={rules}
          chosen={chosen}
          unsaved={new Set(rules.filter(isChanged).map(row => row.id))}
          changes={changes}
        />
      )}
      {chosen !== null && draft && (
        <Builder
          key={chosen === NEW ? `${NEW}${fresh}` : chosen}
          saved={saved}
          draft={draft}
          changed={savedDraft === null || !sameRule(draft, savedDraft)}
          onChange={next => keep(chosen, next)}
          onDiscard={() => {
            forget(chosen)
            if (chosen === NEW || phone) choose(null)
          }}
          onSaved={row => {
            forget(chosen)
            choose(phone ? null : row.id)
          }}
          onRemove={() => {
            if (!saved) return
            forget(saved.id)
            choose(null)
            changes.remove(saved)
          }}
          onBack={phone ? () => choose(null) : null}
        />
      )}
      {chosen === null && rules.length === 0 && <Start onStart={start} />}
    </div>
  )
}

/**
 * /user/contentFilter: the rules in order on the left, the editor of the chosen one on the right. The chosen
 * rule is in the URL; `?new=1&from=…&subject=…&mailbox=…` begins one from a mail. Typed text stays with its
 * rule until it is saved or discarded.
 */
import type { FilterRow } from '@yanshu/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { usePermission } from '../../../account/permission.ts'
import { useTitle } from '../../../account/use-title.ts'
import { ErrorState } from '../../../api/error-state.tsx'
import { Bones } from '../../../ui/states.tsx'
import { useUnsaved } from '../../../ui/unsaved.tsx'
import { PHONE, useMedia } from '../../../ui/use-media.ts'
import { Builder } from './builder.tsx'
import { draftFromMail, isContested, type RuleDraft, sameRule } from './draft.ts'
import styles from './page.module.css'
import { draftOfRow, useFilterChanges, useFilters } from './queries.ts'
import { RuleList } from './rule-list.tsx'
import { Start } from './start.tsx'
import { NEW, useDrafts } from './use-drafts.ts'

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

/** Returns the open rule: that of the URL, else on a wide screen the first. */
function chosenOf(params: URLSearchParams, rules: readonly FilterRow[], phone: boolean): string | null {
  if (params.has('new')) return NEW
  const asked = params.get('rule')
  if (asked === NEW || rules.some(row => row.id === asked)) return asked
  return phone ? null : (rules[0]?.id ?? null)
}

function Workshop({ rules }: { rules: readonly FilterRow[] }) {
  const [params, setParams] = useSearchParams()
  const phone = useMedia(PHONE)
  const changes = useFilterChanges()
  const { role } = usePermission()
  const drafts = useDrafts(() =>
    draftFromMail({
      from: params.get('from'),
      subject: params.get('subject'),
      // A caller with only one mailbox needs no condition on the mailbox.
      mailbox: role === 'mailbox' ? null : params.get('mailbox'),
    }),
  )
  // A rule that was deleted elsewhere stays open as long as something is written on it.
  const asked = params.get('rule')
  const chosen = asked !== null && drafts.has(asked) ? asked : chosenOf(params, rules, phone)
  const saved = rules.find(row => row.id === chosen) ?? null
  const savedDraft = useMemo(() => saved && draftOfRow(saved), [saved])
  const open = chosen === null ? null : drafts.of(chosen, savedDraft)

  const isGone = saved === null && chosen !== NEW
  const isChangedElsewhere = open !== null && savedDraft !== null && isContested(open, savedDraft)
  const elsewhere = isGone ? 'deleted' : isChangedElsewhere ? 'changed' : null

  useUnsaved(drafts.holdsAny(rules))

  const choose = (id: string | null) => setParams(id === null ? {} : { rule: id })
  const start = (draft: RuleDraft) => {
    drafts.start(draft)
    choose(NEW)
  }
  const write = (id: string, draft: RuleDraft, begun: RuleDraft) => {
    drafts.keep(id, { draft, begun })
    if (id !== NEW && asked !== id) setParams({ rule: id }, { replace: true })
  }

  const showsList = !phone || chosen === null
  return (
    <div className={styles.workshop}>
      {!showsList && <h1 className="sr">过滤规则</h1>}
      {showsList && (
        <RuleList
          rules={rules}
          chosen={chosen}
          unsaved={new Set(rules.filter(drafts.isChanged).map(row => row.id))}
          changes={changes}
        />
      )}
      {chosen !== null && open && (
        <Builder
          key={chosen === NEW ? `${NEW}${drafts.fresh}` : chosen}
          saved={saved}
          draft={open.draft}
          begun={open.begun}
          changed={savedDraft === null || !sameRule(open.draft, savedDraft)}
          elsewhere={elsewhere}
          onChange={next => write(chosen, next, open.begun)}
          onDiscard={() => {
            drafts.forget(chosen)
            if (!saved || phone) choose(null)
          }}
          onSaved={row => {
            drafts.forget(chosen)
            choose(phone ? null : row.id)
          }}
          onRemove={() => {
            if (!saved) return
            drafts.forget(saved.id)
            choose(null)
            changes.remove(saved)
          }}
          onTake={() => drafts.forget(chosen)}
          onBack={phone ? () => choose(null) : null}
        />
      )}
      {chosen === null && rules.length === 0 && <Start onStart={start} />}
    </div>
  )
}

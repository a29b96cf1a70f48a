/** Filters and what they refer to, from the server; changes shown at once and taken back when the server says no. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls, FilterRow, FilterRule } from '@yanshu/contract'
import { filterKeys } from '../../../account/account-keys.ts'
import { usePermission } from '../../../account/permission.ts'
import { reasonOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { showError, showUndo } from '../../../ui/toast.ts'
import { draftOf, type RuleDraft, sameRule, type WrittenRule } from './draft.ts'
import { withoutTurns } from './sentence.ts'

type Listed = AnswerOf<Calls['getFilters']>

export function useFilters() {
  return useQuery({
    queryKey: filterKeys.list,
    queryFn: ({ signal }) => api.getFilters({}, { signal }),
  })
}

export function useWebhooks() {
  return useQuery({
    queryKey: filterKeys.hooks,
    queryFn: ({ signal }) => api.getWebhooks({}, { signal }),
    staleTime: 60_000,
  })
}

/** The mailboxes to choose from: the first ones, or those that were searched for. */
export function useMailboxChoices(words: string) {
  const content = words.trim()
  return useQuery({
    queryKey: filterKeys.mailboxes(content),
    queryFn: ({ signal }) =>
      content === ''
        ? api.emailList({ query: { pageSize: 100 } }, { signal })
        : api.searchEmailAccount({ query: { content } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

export function useDomainChoices() {
  const { role } = usePermission()
  return useQuery({
    queryKey: filterKeys.domains,
    queryFn: ({ signal }) => api.getDomains({ query: { pageSize: 100 } }, { signal }),
    select: ({ list, ...rest }) => ({ ...rest, list: list.filter(domain => domain.verified) }),
    enabled: role !== 'mailbox',
    staleTime: 60_000,
  })
}

export type TryAnswer = AnswerOf<Calls['testFilter']> & { seconds: number }

export async function tryRule(rule: FilterRule, signal?: AbortSignal): Promise<TryAnswer> {
  const before = performance.now()
  const answer = await api.testFilter({ body: { rule } }, signal && { signal })
  return { ...answer, seconds: (performance.now() - before) / 1_000 }
}

/** The key holds the parts of a rule that decide which mails it hits. */
export const tryKey = (rule: WrittenRule) =>
  filterKeys.trial(JSON.stringify([rule.match, rule.conditions, rule.scope]))

export function useTryRule(rule: FilterRule, wanted: boolean) {
  return useQuery({
    queryKey: tryKey(rule),
    queryFn: ({ signal }) => tryRule(rule, signal),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  })
}

export type FilterChanges = {
  /** Makes a new rule; answers it as the server has it. */
  add: (rule: WrittenRule) => Promise<FilterRow>
  /** Changes a rule that still is as it was when its change was begun; null when it is not, and the list is renewed. */
  edit: (id: string, rule: WrittenRule, begun: RuleDraft) => Promise<FilterRow | null>
  switchOn: (row: FilterRow, enabled: boolean) => void
  move: (row: FilterRow, position: number) => void
  remove: (row: FilterRow) => void
}

export function useFilterChanges(): FilterChanges {
  const client = useQueryClient()
  const key = filterKeys.list
  const renew = () => client.invalidateQueries({ queryKey: key })
  const show = (change: (list: readonly FilterRow[]) => FilterRow[]) =>
    client.setQueryData<Listed>(key, known => known && { ...known, list: change(known.list) })

  /** Shows a change before it is made. */
  function hurry(change: (list: readonly FilterRow[]) => FilterRow[], make: () => Promise<unknown>): void {
    const run = async () => {
      await client.cancelQueries({ queryKey: key })
      show(change)
      try {
        await make()
      } catch (error) {
        showError(reasonOf(error))
      }
      await renew()
    }
    void run()
  }

  async function putBack(row: FilterRow): Promise<void> {
    try {
      const { filter } = await api.addFilter({ body: ruleOfRow(row) })
      await api.editFilter({ body: { id: filter.id, position: row.position } })
    } catch (error) {
      showError(reasonOf(error))
    }
    await renew()
  }

  return {
    async add(rule) {
      const { filter } = await api.addFilter({ body: { ...rule, enabled: true } })
      await client.cancelQueries({ queryKey: key })
      show(list => [...list, filter])
      await renew()
      return filter
    },
    async edit(id, rule, begun) {
      const { list: known } = await api.getFilters({})
      const now = known.find(row => row.id === id)
      if (!now || !sameRule(draftOfRow(now), begun)) {
        show(() => known)
        return null
      }
      const { filter } = await api.editFilter({ body: { ...rule, id } })
      await client.cancelQueries({ queryKey: key })
      show(list => list.map(row => (row.id === filter.id ? filter : row)))
      await renew()
      return filter
    },
    switchOn(row, enabled) {
      hurry(
        list => list.map(other => (other.id === row.id ? { ...other, enabled } : other)),
        () => api.editFilter({ body: { id: row.id, enabled } }),
      )
    },
    move(row, position) {
      hurry(
        list => moved(list, row.id, position),
        () => api.editFilter({ body: { id: row.id, position } }),
      )
    },
    remove(row) {
      hurry(
        list => list.filter(other => other.id !== row.id),
        async () => {
          await api.delFilter({ body: { ids: [row.id] } })
          showUndo(`已删除“${withoutTurns(row.name)}”`, () => void putBack(row))
        },
      )
    },
  }
}

export const ruleOfRow = (row: FilterRow): FilterRule => ({
  name: row.name,
  enabled: row.enabled,
  match: row.match,
  conditions: row.conditions,
  actions: row.actions,
  scope: row.scope,
})

export const draftOfRow = (row: FilterRow) => draftOf(ruleOfRow(row))

export function moved(list: readonly FilterRow[], id: string, position: number): FilterRow[] {
  const row = list.find(other => other.id === id)
  if (!row) return [...list]
  return list
    .filter(other => other !== row)
    .toSpliced(position, 0, row)
    .map((other, index) => ({ ...other, position: index }))
}

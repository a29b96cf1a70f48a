/** A server that has filters and keeps what is done to them. */
import type { FilterRow, FilterRule } from '@yanshu/contract'
import { type Answers, Refused } from '../../../testing/fake-server.ts'

export function filterOf(given: Partial<FilterRow> & { name: string }): FilterRow {
  return {
    id: encodeURIComponent(given.name).replaceAll('%', ''),
    enabled: true,
    match: 'all',
    conditions: [{ field: 'subject', operator: 'contains', value: 'weekly' }],
    actions: [{ action: 'star' }],
    scope: { kind: 'all' },
    position: 0,
    hits: 0,
    lastHitAt: null,
    ...given,
  }
}

export type FilterServer = {
  answers: Answers
  rules: () => FilterRow[]
  change: (rules: FilterRow[]) => void
}

export function filterServer(first: FilterRow[] = []): FilterServer {
  let rules = first
  let made = 0
  const change = (next: FilterRow[]) => {
    rules = next.map((row, position) => ({ ...row, position }))
  }
  const add = (rule: FilterRule): FilterRow => {
    const row = filterOf({ ...rule, id: `made-${++made}` })
    change([...rules, row])
    return row
  }
  const answers: Answers = {
    getFilters: () => ({ list: rules }),
    getWebhooks: () => ({ list: [] }),
    emailList: () => ({ list: [], total: 0, nextCursor: null, mailboxLimit: null }),
    getDomains: () => ({ list: [], total: 0 }),
    testFilter: () => ({ tested: 2, hits: 0, withCode: 0, list: [] }),
    addFilter: ({ body }) => ({ filter: add(body) }),
    editFilter: ({ body: { id, position, ...fields } }) => {
      const old = rules.find(row => row.id === id)
      if (!old) throw new Refused('notFound')
      const row = { ...old, ...(fields as Partial<FilterRow>) }
      const others = rules.filter(one => one.id !== id)
      change(others.toSpliced(position ?? old.position, 0, row))
      return { filter: row }
    },
    delFilter: ({ body }) => {
      change(rules.filter(row => !body.ids.includes(row.id)))
      return { deleted: body.ids.length }
    },
  }
  return { answers, rules: () => rules, change }
}

/** Under which keys this page keeps what it asked for. */
export const cardKeys = {
  all: ['card'] as const,
  batches: (query: object) => ['card', 'batches', query] as const,
  list: (query: object) => ['card', 'list', query] as const,
  codes: (target: object | null) => ['card-codes', target] as const,
  accounts: (content: string) => ['card-accounts', content] as const,
}

export const orderKeys = {
  all: ['orders'] as const,
  list: (query: object) => ['orders', 'list', query] as const,
  history: (id: string | null) => ['orders', 'history', id] as const,
  cases: (query: object) => ['orders', 'cases', query] as const,
  caseCount: ['orders', 'cases', 'count'] as const,
}

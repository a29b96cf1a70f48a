/** Under which keys this page keeps what it asked for. */
export const sysAccountKeys = {
  all: ['sysAccount'] as const,
  list: (query: object) => ['sysAccount', 'list', query] as const,
  one: (id: string | null) => ['sysAccount', 'one', id] as const,
  log: (query: object) => ['sysAccount', 'log', query] as const,
  blocks: (query: object) => ['sysAccount', 'blocks', query] as const,
  complaints: (query: object) => ['sysAccount', 'complaints', query] as const,
}

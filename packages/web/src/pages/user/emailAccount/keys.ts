/** Under which keys this page keeps what it asked for. */
export const emailAccountKeys = {
  all: ['emailAccount'] as const,
  list: (query: object) => ['emailAccount', 'list', query] as const,
  owners: ['emailAccount', 'owners'] as const,
  ruled: ['emailAccount', 'ruled'] as const,
}

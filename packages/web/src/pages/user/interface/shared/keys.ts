/** Under which keys this page keeps what it asked for. */
export const interfaceKeys = {
  key: ['interface', 'key'] as const,
  known: ['interface', 'known'] as const,
}

/** Under which keys this page keeps what it asked for. */
export const versionKeys = {
  version: ['getVersion'] as const,
}

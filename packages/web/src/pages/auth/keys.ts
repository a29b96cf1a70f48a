/** Under which keys this page keeps what it asked for. */
export const authKeys = {
  domains: ['getArrDomains'] as const,
}

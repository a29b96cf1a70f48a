/** Chinese text that another program expects; it stays the same in every language. */
export const protocolWords = {
  /** The line of a record that applies to everybody. */
  dnspodLine: '默认',
} as const

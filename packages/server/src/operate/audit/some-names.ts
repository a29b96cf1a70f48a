export const namedAtMost = 5

/** Names for the audit log: all of a few, the first of many with how many there are. */
export function someNames(names: readonly string[], total = names.length): string {
  const shown = names.slice(0, namedAtMost).join('、')
  return total > namedAtMost ? `${shown} 等 ${total} 个` : shown
}

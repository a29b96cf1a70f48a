/** The fields that differ from what they were. Only these are sent, so that the log tells what was really changed. */
export function changedFields<After extends object>(before: object, after: After): Partial<After> {
  const known = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([name, value]) => !isSame(known.get(name), value))
  return Object.fromEntries(changed) as Partial<After>
}

/** Equal in content; the order of a set of pages or of an object's fields does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.toSorted()
  if (typeof value === 'object' && value !== null) return Object.entries(value).toSorted()
  return value
}

/**
 * Delays costly work until its result is asked for, and does it once. Most of a mail is never needed in
 * detail.
 */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Most of a mail is never looked at closely: what costs more than a glance is made when it is asked for, and once. */
export function lazily<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The part of local storage that kept data needs, and the reading of an object that may be corrupt. */
export type JsonStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Returns the object in a JSON text; anything else, or a failure to read it, gives an empty object. */
export function readObject(text: () => string | null): Record<string, never> {
  try {
    const value: unknown = JSON.parse(text() ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, never>)
      : {}
  } catch {
    return {}
  }
}

import { ATOM_CHARACTERS } from './atom.ts'

/** Flags and keywords of messages (RFC 9051, section 2.3.2). */

export const systemFlags = ['\\Answered', '\\Flagged', '\\Deleted', '\\Seen', '\\Draft'] as const

const systemNames: ReadonlyMap<string, string> = new Map(systemFlags.map(flag => [flag.toLowerCase(), flag]))

const KEYWORD = new RegExp(`^[${ATOM_CHARACTERS}]{1,100}$`)

/**
 * Returns a flag in its usual spelling; null for text that no message can have as a flag. Keywords are compared without
 * regard to capitals and keep the spelling they were given.
 */
export function flagOf(text: string): string | null {
  return systemNames.get(text.toLowerCase()) ?? (KEYWORD.test(text) ? text : null)
}

export function hasFlag(flags: readonly string[], flag: string): boolean {
  if (flags.includes(flag)) return true
  const small = flag.toLowerCase()
  return flags.some(other => other.length === flag.length && other.toLowerCase() === small)
}

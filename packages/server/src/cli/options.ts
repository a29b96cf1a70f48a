/** The words after a command. A mistake is answered with how the command is used. */
import { parseArgs } from 'node:util'

export class UsageFault extends Error {}

type Shape = Readonly<Record<string, 'flag' | 'text'>>

export type Given<S extends Shape> = {
  words: string[]
  options: { [K in keyof S]: S[K] extends 'flag' ? boolean : string | null }
}

export function readOptions<S extends Shape>(args: readonly string[], shape: S, words: number): Given<S> {
  const options = Object.fromEntries(
    Object.entries(shape).map(([name, kind]) => [
      name,
      { type: kind === 'flag' ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if (positionals.length !== words) throw new UsageFault()
    const given = Object.fromEntries(
      Object.entries(shape).map(([name, kind]) => [name, values[name] ?? (kind === 'flag' ? false : null)]),
    )
    return { words: positionals, options: given as Given<S>['options'] }
  } catch (cause) {
    throw new UsageFault(cause instanceof Error ? cause.message : '')
  }
}

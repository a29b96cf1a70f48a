/** A DNS of a few names for tests of the sender checks, which notes what it is asked. */
import type { Resolve } from '../sender-resolver.ts'

type Kind = 'A' | 'AAAA' | 'MX' | 'PTR' | 'TXT'
/** A text of several strings is a list; a name that is `silent` does not answer. */
export type Zone = Readonly<
  Record<
    string,
    'silent' | Readonly<Partial<Record<Kind, readonly (string | readonly string[])[] | 'silent'>>>
  >
>

const failure = (code: string): Error => Object.assign(new Error(`DNS: ${code}`), { code })

/** The MX records are listed in the order in which they are preferred. */
const recordOf = (type: string, value: string | readonly string[], at: number): unknown => {
  if (type === 'TXT') return typeof value === 'string' ? [value] : value
  return type === 'MX' ? { exchange: value, priority: at } : value
}

export function openSmallDns(zone: Zone): { resolve: Resolve; asked: string[] } {
  const asked: string[] = []
  const resolve = async (name: string, type: string): Promise<unknown> => {
    asked.push(`${type} ${name}`)
    const found = zone[name.toLowerCase()]
    if (found === undefined) throw failure('ENOTFOUND')
    const records = found === 'silent' ? found : found[type as Kind]
    if (records === 'silent') throw failure('ETIMEOUT')
    if (records === undefined) throw failure('ENODATA')
    return records.map((value, at) => recordOf(type, value, at))
  }
  return { resolve, asked }
}

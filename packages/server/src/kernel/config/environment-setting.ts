/** The form in which a setting from the environment is declared, and rules that the values of several keep. */
import { isIP } from 'node:net'

type Common = {
  readonly name: `YANSHU_${string}`
  readonly text: string
  readonly secret?: true
}

export type EnvironmentSetting =
  | (Common & {
      readonly type: 'text'
      readonly default: string
      readonly pattern?: RegExp
      readonly form?: string
    })
  | (Common & {
      readonly type: 'list'
      readonly default: readonly string[]
      readonly pattern?: RegExp
      /** Checks an item whose rule is not a pattern. */
      readonly accepts?: (item: string) => boolean
      readonly form?: string
    })
  | (Common & {
      readonly type: 'integer'
      readonly default: number
      readonly min: number
      readonly max: number
    })
  | (Common & { readonly type: 'choice'; readonly default: string; readonly choices: readonly string[] })

/** Accepts text that a header can carry: no line ends, and no space at either end, which HTTP removes. */
export const headerSecret = /^(?:$|(?=\S)(?=.{16})[^\p{Cc}]*\S$)/u

export const hostName =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** Accepts an address, or a network written as address/bits. */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** What a run-time setting is: its type, its default, and the words with which the page explains it. */
import { z } from 'zod'

type Common = { readonly group: string; readonly label: string; readonly help: string }

export type Entry =
  | (Common & {
      readonly kind: 'text' | 'longText'
      readonly default: string
      readonly maxLength: number
      /** Leads somewhere: empty, or an address of the web. */
      readonly isWebAddress?: true
    })
  | (Common & {
      readonly kind: 'number'
      readonly default: number
      readonly min: number
      readonly max: number
      /** What is counted: 天, MB. */
      readonly unit?: string
    })
  | (Common & {
      readonly kind: 'choice'
      readonly default: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    })
  /** Stored sealed, never shown again, and told to the program only. */
  | (Common & { readonly kind: 'secret'; readonly default: ''; readonly maxLength: number })
  | (Common & { readonly kind: 'switch'; readonly default: boolean })
  | (Common & { readonly kind: 'list'; readonly default: readonly string[]; readonly maxItems: number })
  | (Common & {
      readonly kind: 'numberList'
      readonly default: readonly number[]
      readonly min: number
      readonly max: number
    })

export type SettingsTable = Readonly<Record<string, Entry>>

type Widen<E extends Entry> = E extends { kind: 'number' }
  ? number
  : E extends { kind: 'switch' }
    ? boolean
    : E extends { kind: 'list' }
      ? readonly string[]
      : E extends { kind: 'numberList' }
        ? readonly number[]
        : E extends { kind: 'choice'; choices: readonly { value: infer V }[] }
          ? V
          : string

export type ValuesOf<T extends SettingsTable> = { readonly [K in keyof T]: Widen<T[K]> }

const webAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

/** The schema by which a value is judged when it is set and when it is read back. */
export function schemaOf(entry: Entry): z.ZodType {
  switch (entry.kind) {
    case 'text':
      return z
        .string('要填文字')
        .trim()
        .max(entry.maxLength, `最多 ${entry.maxLength} 个字`)
        .regex(/^[^\p{Cc}]*$/u, '不能有换行或控制字符')
        .refine(
          text => !entry.isWebAddress || text === '' || webAddress(text),
          '要填 http:// 或 https:// 开头的网址',
        )
    case 'secret':
      return z
        .string('要填文字')
        .max(entry.maxLength, `最多 ${entry.maxLength} 个字`)
        .regex(/^[^\p{Cc}]*$/u, '不能有换行或控制字符')
    case 'choice':
      return z.enum(
        entry.choices.map(choice => choice.value),
        '不在可选范围内',
      )
    case 'longText':
      return z.string('要填文字').trim().max(entry.maxLength, `最多 ${entry.maxLength} 个字`)
    case 'number':
      return z.int('要填整数').min(entry.min, `不能小于 ${entry.min}`).max(entry.max, `不能大于 ${entry.max}`)
    case 'switch':
      return z.boolean('只能是开或关')
    case 'list':
      return z
        .array(z.string().trim().min(1, '不能有空行').max(200, '每行最多 200 个字'), '要填一组文字')
        .max(entry.maxItems, `最多 ${entry.maxItems} 行`)
    case 'numberList':
      return z
        .array(
          z.int('要填整数').min(entry.min, `不能小于 ${entry.min}`).max(entry.max, `不能大于 ${entry.max}`),
          '要填一组整数',
        )
        .min(1, '至少一项')
        .max(20, '最多 20 项')
  }
}

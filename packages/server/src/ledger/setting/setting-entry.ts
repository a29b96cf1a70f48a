/**
 * Describes a run-time setting: its type and its default. The words that explain it are in
 * `words/settings.ts`.
 */
import { z } from 'zod'
import type { Config } from '../../kernel/config/settings-table.ts'
import { ledgerWords } from '../words.ts'

/** The heading of a setting on the page. */
export type SettingGroup =
  | 'abuse'
  | 'certificate'
  | 'delivery'
  | 'interfaces'
  | 'limits'
  | 'login'
  | 'own'
  | 'payment'
  | 'privacy'
  | 'receiving'
  | 'registration'
  | 'retention'
  | 'sending'
  | 'site'
  | 'store'

/** The unit of a number. */
export type SettingUnit =
  | 'characters'
  | 'days'
  | 'hours'
  | 'items'
  | 'mails'
  | 'megabytes'
  | 'minutes'
  | 'orders'
  | 'percent'
  | 'points'
  | 'seconds'
  | 'times'

type Common = {
  readonly group: SettingGroup
  /** The setting of the environment that decides where it is set. */
  readonly environment?: keyof Config
}

export type Entry =
  | (Common & {
      readonly kind: 'text' | 'longText'
      readonly default: string
      readonly maxLength: number
      /** The text is empty or an address of the web. */
      readonly isGateway?: true
      readonly isNeeded?: true
      /** The text is empty or of this shape. */
      readonly shape?: TextShape
    })
  | (Common & {
      readonly kind: 'number'
      readonly default: number
      readonly min: number
      readonly max: number
      readonly unit?: SettingUnit
    })
  | (Common & {
      readonly kind: 'choice'
      readonly default: string
      readonly choices: readonly string[]
    })
  /** A secret is stored sealed and never shown again; only the program reads it. */
  | (Common & {
      readonly kind: 'secret'
      readonly default: ''
      readonly maxLength: number
      readonly shape?: TextShape
    })
  | (Common & {
      readonly kind: 'switch'
      readonly default: boolean
      /** Texts without which it cannot be on. */
      readonly needs?: readonly string[]
    })
  | (Common & {
      readonly kind: 'list'
      readonly default: readonly string[]
      readonly maxItems: number
      /** Every line has it. */
      readonly shape?: TextShape
    })
  | (Common & {
      readonly kind: 'numberList'
      readonly default: readonly number[]
      readonly min: number
      readonly max: number
      readonly unit?: SettingUnit
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
        : E extends { kind: 'choice'; choices: readonly (infer V)[] }
          ? V
          : string

export type ValuesOf<T extends SettingsTable> = { readonly [K in keyof T]: Widen<T[K]> }

/** RFC 1123, section 2.1, with a dot: a single label is no name that others can look up; neither is an address. */
const hostName =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9]+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/i

/** A text that has a form, so that what the program could not use is told when it is set. */
export type TextShape = keyof typeof shapes

const shapes = {
  hostName,
  mailAddress: /^[^\s@<>()[\]",:;\\]{1,64}@(?=.{1,253}$)[^\s@<>()[\]",:;\\/.]+(?:\.[^\s@<>()[\]",:;\\/.]+)+$/,
  /** With wildcards, but not of wildcards alone: that would be every name. */
  namePattern: /^(?=.*[^*?])[^\s@<>()[\]",:;\\/]+$/,
  /** The channel's code, a space, the name people read. */
  payChannel: /^[a-z0-9_]{1,20}(?:\s+.{1,20})?$/i,
  secureUrl: /^https:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/,
  base64url: /^[\w-]+=*$/,
  stripeKey: /^[sr]k_\S+$/,
  stripeWebhookSecret: /^whsec_\S+$/,
  webOrigin: /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?\/?$/i,
} as const

const fits = (shape: TextShape | undefined, text: string): boolean =>
  shape === undefined ||
  text === '' ||
  (shapes[shape].test(text) && (shape !== 'webOrigin' || URL.canParse(text)))

const webAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

const says = ledgerWords.value
const shapeWords = (shape: TextShape | undefined): string => (shape === undefined ? '' : says.shapes[shape])
const noControls = /^[^\p{Cc}]*$/u

const lineLength = 200
const mostNumbers = 20

const wholeNumber = ({ min, max }: { min: number; max: number }) =>
  z.int(says.noWholeNumber).min(min, says.tooSmall(min)).max(max, says.tooLarge(max))

/** Returns the schema that checks a value when it is set and when it is read back. */
export function schemaOf(entry: Entry): z.ZodType {
  switch (entry.kind) {
    case 'text':
      return z
        .string(says.noText)
        .trim()
        .max(entry.maxLength, says.tooLong(entry.maxLength))
        .regex(noControls, says.controlCharacters)
        .refine(text => !entry.isNeeded || text !== '', says.needed)
        .refine(text => fits(entry.shape, text), shapeWords(entry.shape))
        .refine(text => !entry.isGateway || text === '' || webAddress(text), says.noWebAddress)
    case 'secret':
      return z
        .string(says.noText)
        .max(entry.maxLength, says.tooLong(entry.maxLength))
        .regex(noControls, says.controlCharacters)
        .refine(text => fits(entry.shape, text), shapeWords(entry.shape))
    case 'choice':
      return z.enum(entry.choices, says.noChoice)
    case 'longText':
      return z.string(says.noText).trim().max(entry.maxLength, says.tooLong(entry.maxLength))
    case 'number':
      return wholeNumber(entry)
    case 'switch':
      return z.boolean(says.noSwitch)
    case 'list':
      return z
        .array(
          z
            .string(says.noText)
            .trim()
            .min(1, says.emptyLine)
            .max(lineLength, says.lineTooLong(lineLength))
            .refine(text => fits(entry.shape, text), shapeWords(entry.shape)),
          says.noTexts,
        )
        .max(entry.maxItems, says.tooManyLines(entry.maxItems))
    case 'numberList':
      return z
        .array(wholeNumber(entry), says.noWholeNumbers)
        .min(1, says.noneGiven)
        .max(mostNumbers, says.tooMany(mostNumbers))
        .refine(numbers => new Set(numbers).size === numbers.length, says.numberTwice)
  }
}

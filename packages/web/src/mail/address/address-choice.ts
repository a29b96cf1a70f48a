import type { Lifetime, NameStyle } from '@yanshu/contract'

export type AddressChoice = { domain: string; localPart?: string; style?: NameStyle; lifetime?: Lifetime }

export type AddressFormProps = {
  action: string
  initial?: { localPart?: string; domain?: string }
  /** Account holders may choose the style of random names. */
  styled: boolean
  /** Shows only name and domain. */
  short?: boolean
  /** Why nothing can be made now. */
  refused?: string | null
  onSubmit: (choice: AddressChoice) => Promise<void>
  onCancel?: () => void
}

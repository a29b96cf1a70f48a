import type { SpecialKind } from '@yanshu/contract'
import type { Flag } from '../../database/schema.ts'

export type PlanTable = {
  id: string
  domain_id: string
  name: string
  hint: string
  /** Null means for good. */
  days: number | null
  /** In 分. */
  price: number
  renew_price: number
  quota_bytes: number | null
  may_send: Flag
  recommended: Flag
  on_sale: Flag
  position: number
  created_at: number
}

export type SpecialNameTable = {
  domain_id: string
  local_part: string
  kind: SpecialKind
  /** In 分, beside the plan's price; 0 for reserved ones. */
  price: number
}

declare module '../../database/schema.ts' {
  interface Schema {
    plan: PlanTable
    special_name: SpecialNameTable
  }
}

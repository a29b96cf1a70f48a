import type { SysRole, SysStatus } from '@yanshu/contract'
import type { Flag } from '../../database/schema.ts'

export type SysAccountTable = {
  id: string
  username: string
  password_hash: string
  role: SysRole
  status: SysStatus
  note: string
  /** JSON: the pages it may see. */
  pages: string
  /** JSON: what it can do. */
  abilities: string
  /** JSON: its limits. */
  limits: string
  /** Encrypted; set as soon as set-up has begun, in force when `totp_on`. */
  totp_secret: string | null
  totp_on: Flag
  /** The last time step whose code was used: none is good twice. */
  totp_last_step: number
  /** JSON: digests of the recovery codes that are left. */
  recovery_codes: string
  created_at: number
  last_login_at: number | null
}

declare module '../../database/schema.ts' {
  interface Schema {
    sys_account: SysAccountTable
  }
}

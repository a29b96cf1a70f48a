/** The facts that this room notes down. */
import type { SysRole, SysStatus } from '@yanshu/contract'

type NoValues = Record<string, never>

/** Changes of an account: `true` stands for a field that is told without its value. */
export type AccountChanges = {
  username?: string | undefined
  role?: SysRole | undefined
  status?: SysStatus | undefined
  note?: true
  pages?: true
  can?: true
  limits?: true
  resetPassword?: true
  resetTwoFactor?: true
  endSessions?: true
}

declare module '../../ledger/fact/fact.ts' {
  interface Facts {
    accountMade: { role: SysRole }
    accountChanged: AccountChanges
    /** The fate of the things that a removed account owned. */
    accountRemoved: { owned: 'refuse' | 'toMe' | 'delete'; mailboxes: number; domains: number }
    /** The first letters of the new key, never the key. */
    apiKeyRenewed: { prefix: string }
    actingBegan: NoValues
    actingEnded: NoValues
  }
}

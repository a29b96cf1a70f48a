/** The facts that this room notes down. */
import type { CallName } from '@yanshu/contract'

declare module '../ledger/fact/fact.ts' {
  interface Facts {
    /** A call that an admin made in somebody's name. */
    calledInName: { call: CallName }
  }
}

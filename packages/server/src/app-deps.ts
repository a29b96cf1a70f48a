/** The things that the program is started with, and those that a started program offers. */
import type { Db } from './database/types.ts'
import type { FirstAdmin } from './identity/manage/first-admin.ts'
import type { HashCost } from './identity/session/password.ts'
import type { Clock } from './kernel/clock.ts'
import type { Config } from './kernel/config/settings-table.ts'
import type { Log } from './kernel/log.ts'
import type { ProgramFiles } from './operate/version/program-files.ts'
import type { DelivererDeps } from './outbound/deliver/deliver.ts'

export type AppDeps = {
  config: Config
  clock: Clock
  log: Log
  program: ProgramFiles
  /** For tests, whose push service and images are on this machine. */
  allowPrivate?: readonly string[]
  /** For tests, where people log in thousands of times. */
  hashCost?: HashCost
  /** For tests, whose mail servers are on this machine. */
  delivery?: Partial<DelivererDeps>
  /** For tests, whose certificates no authority has signed: trusted in place of the usual ones. */
  roots?: readonly string[]
  /** True when the SMTP port has a thread of its own, as in the running program. */
  smtpThread?: boolean
}

export type App = {
  readonly db: Db
  readonly httpPort: number
  readonly smtpPort: number
  /** How visitors reach the site; empty when nobody has said. */
  publicUrl(): string
  /** Resolves when every mail accepted so far is in its mailbox. */
  settled(): Promise<void>
  /**
   * Tries all due mail in the queue and resolves when every attempt has ended; the program does so by itself.
   */
  deliverDue(): Promise<void>
  /** Set when this start made the first admin. */
  readonly firstAdmin: FirstAdmin | null
  /** Has this node tell how it is; the program does so by itself every 20 seconds. */
  beat(): Promise<void>
  /** Runs the periodic jobs that are due; the program does so by itself every second. */
  runJobs(): Promise<void>
  /** Resolves when no long job is left to be done; the program does them by itself. */
  runLongJobs(): Promise<void>
  /** Says from now on that this node is not ready, so that balancers choose another. All goes on. */
  retire(): void
  stop(): Promise<void>
}

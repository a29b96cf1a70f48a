/** Describes a command of the operator. */

import { openDatabase } from '../database/start/open.ts'
import type { Db } from '../database/types.ts'
import type { Config } from '../kernel/config/settings-table.ts'

export type CommandCall = {
  config: Config
  /** Tells the one who called it. */
  say(text: string): void
}

export type Command = {
  /** How it is written, after the name of the program. */
  readonly usage: string
  readonly text: string
  /** Answers with the exit code. */
  run(call: CommandCall, args: readonly string[]): Promise<number>
}

/** For commands that work on the database itself, beside the program or instead of it. */
export async function withDatabase<T>(config: Config, work: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: 2,
    onError: () => undefined,
  })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

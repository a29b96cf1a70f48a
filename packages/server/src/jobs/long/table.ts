import type { JobKind, JobState } from '@yanshu/contract'

export type LongJobTable = {
  id: string
  /** The owner: `account:ID` or `mailbox:ID`. */
  owner_key: string
  kind: JobKind
  state: JobState
  /** The sealed request; empty once nothing is left to do. */
  request: string
  /** The data that people see of the job: JSON, name → text. */
  about: string
  /** How whoever asked came in: JSON. */
  asker: string
  /** Where the next portion begins, in the words of its kind. */
  place: string
  total: number
  done: number
  failed: number
  /** Passwords that nobody has taken yet. */
  secrets: number
  /** How large the file is that it made so far. */
  bytes: number
  parts: number
  /** Why it failed; empty when it did not. */
  error: string
  cancel_asked: number
  /** Rises with each taking up; only who has the latest may enter anything. */
  attempt: number
  /** How often in a row it broke off. */
  tries: number
  /** The node that has it; empty when none has. */
  run_by: string
  /** From then on any node may take it up. */
  due_at: number
  created_at: number
  started_at: number | null
  /** When it was taken up again after its node was gone. */
  resumed_at: number | null
  ended_at: number | null
}

export type LongJobPartTable = {
  job_id: string
  number: number
  /** JSON list. */
  failures: string
  /** JSON list, sealed; empty when there are none, or they were taken. */
  secrets: string
  file_key: string | null
}

declare module '../../database/schema.ts' {
  interface Schema {
    long_job: LongJobTable
    long_job_part: LongJobPartTable
  }
}

import type { TraceReason, TraceVerdict } from './trace.ts'

/** Tells what became of one attempt to deliver to one recipient. */
export type TraceTable = {
  id: string
  at: number
  client: string
  sender: string
  recipient: string
  mailbox_id: string | null
  owner_id: string | null
  verdict: TraceVerdict
  reason: TraceReason
  reply: string
  mail_id: string | null
}

declare module '../../database/schema.ts' {
  interface Schema {
    trace: TraceTable
  }
}

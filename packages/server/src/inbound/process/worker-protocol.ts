/** The messages between the program and its worker threads; each carries several requests or answers. */

import type { Envelope } from '../../mail/envelope.ts'
import type { ReaderTasks } from '../../mail/show/reader.ts'
import type { ActiveRule, FilterFacts } from '../filter/filter.ts'
import type { ArrivedMail, MailboxOutcome } from './arrived-mail.ts'
import type { ScannerSetup } from './scan/scan.ts'

export type WorkerSetup = {
  dnsServers: readonly string[]
  /** Shared between the threads: see dns-health.ts. */
  dnsHealth: SharedArrayBuffer
  scanners: ScannerSetup
}

/** The rules that hold for one recipient. */
export type RecipientRules = { address: string; rules: ActiveRule[] }

export type WorkerTasks = ReaderTasks & {
  arrive: {
    /** `pressed`: mail is being accepted faster than it can be read. */
    input: { raw: Uint8Array; envelope: Envelope; rules: RecipientRules[]; pressed: boolean }
    output: { mail: ArrivedMail; outcomes: MailboxOutcome[] }
  }
  facts: { input: { raws: Uint8Array[] }; output: FilterFacts[] }
  /** Returns which of them match a rule. */
  judge: { input: { rule: ActiveRule; facts: FilterFacts[] }; output: boolean[] }
}

export type TaskName = keyof WorkerTasks

export type WorkerRequest = {
  [N in TaskName]: { id: number; task: N; input: WorkerTasks[N]['input'] }
}[TaskName]

export type WorkerAnswer = { id: number; output: unknown } | { id: number; failed: string }

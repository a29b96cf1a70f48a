/** What is said between the program and its worker threads, several requests or answers at a time. */
import type { OutgoingHtml } from '../../mail/html/outgoing-html.ts'
import type { ActiveRule, FilterFacts } from '../filter/filter.ts'
import type { Envelope } from '../receive/envelope.ts'
import type { ArrivedMail, MailboxOutcome } from './arrived-mail.ts'
import type { RedraftedMessage } from './redraft-message.ts'
import type { ScannerSetup } from './scan/scan.ts'
import type { AttachedFile, AttachedMessage, ShownMessage } from './show-message.ts'

export type WorkerSetup = {
  dnsServers: readonly string[]
  /** Shared between the threads: see dns-health.ts. */
  dnsHealth: SharedArrayBuffer
  scanners: ScannerSetup
}

/** The rules that hold for one recipient. */
export type RecipientRules = { address: string; rules: ActiveRule[] }

export type WorkerTasks = {
  arrive: {
    /** `pressed`: mail is being accepted faster than it can be read. */
    input: { raw: Uint8Array; envelope: Envelope; rules: RecipientRules[]; pressed: boolean }
    output: { mail: ArrivedMail; outcomes: MailboxOutcome[] }
  }
  show: { input: { raw: Uint8Array }; output: ShownMessage }
  attachment: { input: { raw: Uint8Array; id: string }; output: AttachedFile | null }
  showAttached: { input: { raw: Uint8Array; id: string }; output: AttachedMessage | null }
  outgoing: { input: { html: string; files: string[] }; output: OutgoingHtml }
  redraft: { input: { raw: Uint8Array }; output: RedraftedMessage }
  facts: { input: { raws: Uint8Array[] }; output: FilterFacts[] }
  /** Which of them a rule means. */
  judge: { input: { rule: ActiveRule; facts: FilterFacts[] }; output: boolean[] }
}

export type TaskName = keyof WorkerTasks

export type WorkerRequest = {
  [N in TaskName]: { id: number; task: N; input: WorkerTasks[N]['input'] }
}[TaskName]

export type WorkerAnswer = { id: number; output: unknown } | { id: number; failed: string }

/**
 * The tasks that worker threads do for people, such as reading and writing mail, and the port to those
 * threads. The rooms that ask know only this port; `inbound` has the threads.
 */
import type { OutgoingHtml } from '../html/outgoing-html.ts'
import type { RedraftedMessage } from './redraft-message.ts'
import type { AttachedFile, AttachedMessage, ShownMessage } from './show-message.ts'

export type ReaderTasks = {
  show: { input: { raw: Uint8Array }; output: ShownMessage }
  attachment: { input: { raw: Uint8Array; id: string }; output: AttachedFile | null }
  showAttached: { input: { raw: Uint8Array; id: string }; output: AttachedMessage | null }
  outgoing: { input: { html: string; files: string[] }; output: OutgoingHtml }
  redraft: { input: { raw: Uint8Array }; output: RedraftedMessage }
}

export type Reader = {
  run<N extends keyof ReaderTasks>(task: N, input: ReaderTasks[N]['input']): Promise<ReaderTasks[N]['output']>
}

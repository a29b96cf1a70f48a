/** The props that the parts of writing pass to each other, from the page down to the form. */
import type { ComposeStart } from './compose-url.ts'

export type ComposeLayerProps = {
  mayUpload: boolean
  /** The mailbox of the current view, from which new mail is sent. */
  mailbox: string | null
  /** True when the page does not load antd itself. */
  bare?: boolean
}

export type ComposeDrawerProps = ComposeLayerProps & {
  number: number
  start: ComposeStart
  /** Runs when the mail has been saved for the first time. */
  onDraft: (id: string) => void
  /** Opens another draft, such as one made from a mail that was taken back. */
  onOpen: (id: string) => void
  /** Begins again from the version on the server. */
  onRestart: () => void
  onClose: () => void
}

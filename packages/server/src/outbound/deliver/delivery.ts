/**
 * The input of the deliverer and its verdict for each recipient. Verdicts are values; nothing here throws.
 */
import type { Finding, RecipientVerdict } from './smtp/finding.ts'

export {
  type DeliveryOutcome,
  type DeliveryReason,
  type Finding,
  givenUp,
  type RecipientVerdict,
} from './smtp/finding.ts'

/** A server that takes our mail and delivers it for us. */
export type Relay = {
  readonly host: string
  readonly port: number
  /** `starttls` and `tls` require a valid certificate; `none` never encrypts. */
  readonly security: 'none' | 'starttls' | 'tls'
  /** Empty means no authentication. */
  readonly username: string
  readonly password: string
  /** The operator chose this relay, so it may be in the local network. Never set this from a user's input. */
  readonly isTrusted?: boolean
}

export type Delivery = {
  /** The domain of all the recipients, unless a relay takes the mail. */
  readonly domain: string
  readonly relay: Relay | null
  readonly envelope: {
    /** Empty means the null return path. */
    readonly from: string
    readonly recipients: readonly string[]
    readonly smtpUtf8: boolean
  }
  /** The signed message; lines end with CRLF. */
  readonly message: Buffer
  readonly signal?: AbortSignal
}

/** The last words of a relay, or why it came to nothing. */
export type RelayTrial = { readonly said: string } | { readonly finding: Finding }

export type Deliverer = {
  /** Returns one verdict for each recipient, in their order. It never throws. */
  deliver(delivery: Delivery): Promise<readonly RecipientVerdict[]>
  /** Does everything but send a mail. It never throws. */
  tryRelay(relay: Relay, signal: AbortSignal): Promise<RelayTrial>
  /** Waits for running deliveries, then closes all connections. */
  close(): Promise<void>
}

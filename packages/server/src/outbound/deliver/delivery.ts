/** What is handed to the deliverer and what it says about each recipient. Verdicts are values; nothing here throws. */

/** A server that takes our mail and brings it on. */
export type Relay = {
  readonly host: string
  readonly port: number
  /** `starttls` and `tls` insist on a valid certificate; `none` never encrypts. */
  readonly security: 'none' | 'starttls' | 'tls'
  /** Empty: no authentication. */
  readonly username: string
  readonly password: string
  /** Chosen by whoever runs the site, so it may stand in the local network. Never set this from what a user typed in. */
  readonly isTrusted?: boolean
}

export type Delivery = {
  /** Where the recipients are; all of them at this one domain, unless a relay takes the mail. */
  readonly domain: string
  readonly relay: Relay | null
  readonly envelope: {
    /** Empty: the null return path. */
    readonly from: string
    readonly recipients: readonly string[]
    readonly smtpUtf8: boolean
  }
  /** Lines end with CRLF; signed. */
  readonly message: Buffer
  readonly signal?: AbortSignal
}

export const deliveryReasons = [
  'accepted',
  // The name system.
  'noSuchDomain',
  'dnsTrouble',
  'nullMx',
  'noMailServer',
  'unusableMx',
  'loop',
  // The way there.
  'unreachable',
  'cut',
  'timeout',
  'badAnswer',
  'tlsFailed',
  'tlsRequired',
  'relayAuth',
  'aborted',
  // What the other side said, by stage.
  'bannerRefused',
  'helloRefused',
  'senderRefused',
  'recipientRefused',
  'dataRefused',
  'messageRefused',
  /** The connection ended after the final dot and before the answer: it may have arrived. */
  'unknownAfterDot',
  // What the other side cannot take, and we therefore did not send.
  'tooLarge',
  'needsSmtpUtf8',
  'needs8Bit',
  'badAddress',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

export type DeliveryOutcome = 'delivered' | 'deferred' | 'failed'

export type RecipientVerdict = {
  readonly recipient: string
  readonly outcome: DeliveryOutcome
  readonly reason: DeliveryReason
  /** The other side's words, cleaned and bounded; or ours where it said nothing. */
  readonly answer: string
  /** Who said it; empty when nobody was reached. */
  readonly host: string
  /** Enhanced status code (RFC 3463), if there is one. */
  readonly status: string | null
}

/** A verdict before it is given to a recipient. */
export type Finding = Omit<RecipientVerdict, 'recipient'>

export const givenUp: Finding = {
  outcome: 'deferred',
  reason: 'aborted',
  answer: 'given up',
  host: '',
  status: '4.3.2',
}

export type Deliverer = {
  /** One verdict for each recipient, in their order. Never throws. */
  deliver(delivery: Delivery): Promise<readonly RecipientVerdict[]>
  /** Waits for what is under way, then hangs up everywhere. */
  close(): Promise<void>
}

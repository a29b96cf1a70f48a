/**
 * The words in which a delivery reports the outcome for a recipient, from the name system to the final dot.
 */

export const deliveryReasons = [
  'accepted',
  // The name system.
  'noSuchDomain',
  'dnsTrouble',
  'nullMx',
  'noMailServer',
  'unusableMx',
  'loop',
  // The connection.
  'unreachable',
  'cut',
  'timeout',
  'badAnswer',
  'tlsFailed',
  'tlsRequired',
  'relayAuth',
  'aborted',
  // The other side's refusal, by stage.
  'bannerRefused',
  'helloRefused',
  'senderRefused',
  'recipientRefused',
  'dataRefused',
  'messageRefused',
  /** The connection ended after the final dot and before the answer, so the mail may have arrived. */
  'unknownAfterDot',
  // The other side cannot take this, so it was not sent.
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
  /** The other side's words, cleaned and bounded; our own if it said nothing. */
  readonly answer: string
  /** The host that gave the answer; empty when none was reached. */
  readonly host: string
  /** The enhanced status code (RFC 3463), if there is one. */
  readonly status: string | null
}

/** A verdict before it belongs to a recipient. */
export type Finding = Omit<RecipientVerdict, 'recipient'>

export const givenUp: Finding = {
  outcome: 'deferred',
  reason: 'aborted',
  answer: 'given up',
  host: '',
  status: '4.3.2',
}

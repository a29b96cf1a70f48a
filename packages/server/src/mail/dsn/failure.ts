/** The reasons why a mail is not delivered, as far as anybody needs to tell them apart. */
export const failureClasses = [
  'mailboxUnknown',
  'mailboxDisabled',
  'mailboxPaused',
  'mailboxFull',
  'domainUnknown',
  'policy',
  'reputation',
  'content',
  'size',
  'authentication',
  'unreachable',
  'rate',
  'loop',
  'expired',
  'other',
] as const
export type FailureClass = (typeof failureClasses)[number]

/** The patterns that stand for a class in the words of other systems. */
export type FailureWords = { readonly failure: FailureClass; readonly patterns: readonly RegExp[] }

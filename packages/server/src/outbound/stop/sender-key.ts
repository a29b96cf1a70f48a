/**
 * Returns the sender whose limits, suppressions and turns a mail counts for: the owner of the mailbox, or the
 * mailbox itself.
 */
export const senderKey = (mailbox: { id: string; owner_id: string | null }): string =>
  mailbox.owner_id === null ? `mailbox:${mailbox.id}` : `account:${mailbox.owner_id}`

/** Returns the owner that a sender's key names; null for a mailbox without an owner. */
export const accountOfSender = (key: string): string | null =>
  key.startsWith('account:') ? key.slice('account:'.length) : null

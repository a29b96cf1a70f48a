import { type Belonging, holdersOwn } from '../life/belonging.ts'

const figures = { ...holdersOwn, exported: false } as const

/**
 * An entry that is not added up yet would otherwise reach the figures of the mailbox. It counts for the
 * former holder's account and for the site.
 */
const entries = { handOver: 'forgets', end: 'stays', remove: 'forgets', exported: false } as const

/** Entries come first: when their rows are free, a fold that was under way has written its figures. */
export const tallyBelongings: readonly Belonging[] = [
  { table: 'tally_entry', column: 'mailbox_id', of: 'mailbox', ...entries },
  { table: 'tally_entry', column: 'owner_id', of: 'account', ...entries },
  { table: 'tally', column: 'scope', of: 'mailbox', ...figures },
  { table: 'tally', column: 'scope', of: 'account', ...figures },
  { table: 'sender_tally', column: 'scope', of: 'mailbox', ...figures },
  { table: 'sender_tally', column: 'scope', of: 'account', ...figures },
]

import type { Rests } from '../mailbox/rest/resting-names.ts'

/** For tests that insert mailboxes directly and do not concern their names. */
export const nothingRests: Rests = { restsOf: async () => new Map() }

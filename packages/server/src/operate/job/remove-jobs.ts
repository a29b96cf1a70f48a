import { giveUpBlobs } from '../../blobs/loose-blobs.ts'
import type { Tx } from '../../database/types.ts'
import { removeJobsOfOwners } from '../../jobs/long/own-jobs.ts'

/** The jobs of these owners go, with what they made. */
export const removeJobsOf = async (tx: Tx, ownerKeys: readonly string[]): Promise<void> =>
  giveUpBlobs(tx, await removeJobsOfOwners(tx, ownerKeys))

/** The API key of an account: its form, and how nodes hear that it ended. */
import type { Db } from '../../database/types.ts'

export const apiKeyPrefix = 'ysk_'

/** Told on the bus when a key ends: whoever listens with a key looks whether it is still the one. */
export const keysEndedChannel = 'keys-ended'

export async function tellKeyEnded(db: Db, accountId: string): Promise<void> {
  await db.bus.publish(keysEndedChannel, accountId)
}

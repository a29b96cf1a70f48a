/**
 * Keeps signed messages for a moment. Every recipient of a mail gets the same octets, and signing costs more
 * than all other work for one recipient, so recipients that are served one after another share one signature.
 * It keeps little, and later attempts are signed anew with the current keys.
 */
import { type Clock, minute } from '../../kernel/clock.ts'

export type Sign = (message: Buffer, domain: string) => Promise<Buffer | null>

const keptMs = minute
const maxKept = 50
const maxKeptBytes = 256 * 1024

type Kept = { at: number; domain: string; signed: Promise<Buffer | null> }

export function createSignedMails(sign: Sign, clock: Clock) {
  const kept = new Map<string, Kept>()

  /** `id` is the mail whose message this is. */
  return async (id: string, message: Buffer, domain: string): Promise<Buffer | null> => {
    if (message.length > maxKeptBytes) return sign(message, domain)
    const now = clock.now()
    const known = kept.get(id)
    if (known && known.domain === domain && Math.abs(now - known.at) < keptMs) return known.signed
    kept.delete(id)
    const [oldest] = kept.keys()
    if (kept.size >= maxKept && oldest !== undefined) kept.delete(oldest)
    const entry: Kept = { at: now, domain, signed: sign(message, domain) }
    kept.set(id, entry)
    const signed = await entry.signed.catch(() => null)
    // A mail that could not be signed may be signed the next time.
    if (signed === null && kept.get(id) === entry) kept.delete(id)
    return entry.signed
  }
}

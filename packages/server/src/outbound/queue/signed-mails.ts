/**
 * Signed messages that are on their way. Every recipient of a mail gets the same octets, and a signature costs more than
 * all else that is done for one; so it is made once for those who are served one after another. What is kept is little
 * and lasts a moment: later attempts are signed anew, with the keys of then.
 */
import { type Clock, minute } from '../../clock.ts'

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
    // What could not be signed may be signable the next time.
    if (signed === null && kept.get(id) === entry) kept.delete(id)
    return entry.signed
  }
}

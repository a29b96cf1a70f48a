/**
 * Remembers recent verdicts, for mail that comes in bursts from one server. Callers that ask while a verdict
 * is being found share the result, even a failure; afterwards only lasting results are remembered.
 */

export const rememberedMs = 30_000
export const maxRemembered = 1000

/** A result that does not last, such as one caused by a silent DNS, is found again by the next caller. */
export type Finding<Verdict> = { readonly verdict: Verdict; readonly lasts: boolean }

export type VerdictMemory<Verdict> = {
  /** Returns a remembered verdict without waiting. */
  recall(key: string): Verdict | undefined
  ask(key: string, find: () => Promise<Finding<Verdict>>): Promise<Verdict>
}

type Entry<Verdict> = { readonly at: number; readonly asked: Promise<Verdict>; known: Verdict | undefined }

export function createVerdictMemory<Verdict>(
  now: () => number = () => performance.now(),
): VerdictMemory<Verdict> {
  /** The oldest first: an entry is never moved, and counts from when it was asked for. */
  const entries = new Map<string, Entry<Verdict>>()

  function fresh(key: string): Entry<Verdict> | undefined {
    const entry = entries.get(key)
    return entry !== undefined && now() - entry.at < rememberedMs ? entry : undefined
  }

  function keep(key: string, entry: Entry<Verdict>): void {
    entries.delete(key)
    const [oldest] = entries.size < maxRemembered ? [] : entries.keys()
    if (oldest !== undefined) entries.delete(oldest)
    entries.set(key, entry)
  }

  /** Another may have taken its place meanwhile, which stays. */
  function forget(key: string, entry: Entry<Verdict>): void {
    if (entries.get(key) === entry) entries.delete(key)
  }

  async function settle(
    key: string,
    entry: Entry<Verdict>,
    finding: Promise<Finding<Verdict>>,
  ): Promise<void> {
    const { verdict, lasts } = await finding
    if (lasts) entry.known = verdict
    else forget(key, entry)
  }

  return {
    recall: key => fresh(key)?.known,
    ask(key, find) {
      const held = fresh(key)
      if (held !== undefined) return held.asked
      const finding = find()
      const entry: Entry<Verdict> = {
        at: now(),
        asked: finding.then(({ verdict }) => verdict),
        known: undefined,
      }
      keep(key, entry)
      settle(key, entry, finding).catch(() => forget(key, entry))
      return entry.asked
    },
  }
}

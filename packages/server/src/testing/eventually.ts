/** Waits for a condition and not for a fixed time. */
import { setTimeout as wait } from 'node:timers/promises'

const everyMs = 20

/** Asks again until the answer is neither false, null nor undefined. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  withinMs = 90_000,
): Promise<T> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== false && answer !== null && answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await wait(everyMs)
  }
}

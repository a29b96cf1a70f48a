/** Makes one-time passwords for tests. They have six digits, so two of them may be equal by chance. */
import { codeAt, stepOf } from '../identity/session/totp.ts'
import type { TestClock } from './test-clock.ts'

const stepMs = 30_000
/** The steps before and after now whose codes a test may use. */
const near = [-2, -1, 0, 1, 2, 3, 4, 5]

const codesNear = (secret: string, now: number): string[] => near.map(by => codeAt(secret, stepOf(now) + by))

/** Advances the clock to the beginning of a later step at which all nearby codes differ. */
export function toFreshStep(clock: TestClock, secret: string): void {
  do clock.advance(stepMs - (clock.now() % stepMs) + 100)
  while (new Set(codesNear(secret, clock.now())).size < near.length)
}

/** Returns a code that is wrong at all steps around now. */
export function wrongCode(secret: string, now: number): string {
  const right = new Set(codesNear(secret, now))
  for (let figure = 0; figure < 10; figure++) {
    const code = String(figure).repeat(6)
    if (!right.has(code)) return code
  }
  throw new Error('there are more wrong codes than right ones')
}

/** A clock for a program in a process of its own that leaps while it runs: libfaketime, told by a file. */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const library =
  process.platform === 'linux' && existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .map(folder => join('/usr/lib', folder, 'faketime/libfaketime.so.1'))
        .find(existsSync)
    : undefined

/** Debian: faketime. Without it what needs it is left out. */
export const hasLeapingClock = library !== undefined

export type LeapingClock = {
  /** For the environment of the program. */
  readonly environment: Record<string, string>
  /** What the program's clock shows. */
  now(): number
  /** From now on the program's clock is so much ahead of the true one; behind when negative. */
  leap(byMs: number): void
  /** From now on the program's clock goes on from this moment. */
  goTo(at: number): void
  remove(): void
}

export function createLeapingClock(): LeapingClock {
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-clock-'))
  const file = join(folder, 'offset')
  let offset = 0
  function leap(byMs: number): void {
    offset = byMs
    // The program reads the file at every look at its clock: it must never see half of one.
    writeFileSync(`${file}.new`, `${byMs < 0 ? '-' : '+'}${Math.abs(byMs) / 1000}\n`)
    renameSync(`${file}.new`, file)
  }
  leap(0)
  return {
    environment: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Timers go by the other clock, which never leaps.
      DONT_FAKE_MONOTONIC: '1',
    },
    now: () => Date.now() + offset,
    leap,
    goTo: at => leap(at - Date.now()),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

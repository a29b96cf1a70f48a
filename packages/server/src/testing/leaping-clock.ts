/**
 * Makes a clock that can leap under a running program in a process of its own: libfaketime, controlled by a
 * file.
 */
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const library =
  process.platform === 'linux' && existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .map(folder => join('/usr/lib', folder, 'faketime/libfaketime.so.1'))
        .find(existsSync)
    : undefined

/** Debian has it as the package faketime. Tests that need it are skipped without it. */
export const hasLeapingClock = library !== undefined

export type LeapingClock = {
  /** The variables for the environment of the program. */
  readonly environment: Record<string, string>
  /** Returns the time of the program's clock. */
  now(): number
  /** Sets the program's clock ahead of the true one by this much, or behind it when negative. */
  leap(byMs: number): void
  /** Makes the program's clock continue from this moment. */
  goTo(at: number): void
  remove(): void
}

export function createLeapingClock(): LeapingClock {
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-clock-'))
  const file = join(folder, 'offset')
  let offset = 0
  function leap(byMs: number): void {
    offset = byMs
    // The program reads the file whenever it asks for the time, so it must never see half a file.
    writeFileSync(`${file}.new`, `${byMs < 0 ? '-' : '+'}${Math.abs(byMs) / 1000}\n`)
    renameSync(`${file}.new`, file)
  }
  leap(0)
  return {
    environment: {
      LD_PRELOAD: library ?? '',
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // Timers use the monotonic clock, which never leaps.
      DONT_FAKE_MONOTONIC: '1',
    },
    now: () => Date.now() + offset,
    leap,
    goTo: at => leap(at - Date.now()),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Raw mails for tests. Lines are joined by CRLF; a Buffer among them stands for bytes in no matter what charset. */
import { startCpuTime } from '../../../testing/cpu-time.ts'
export function rawMail(...lines: (string | Buffer)[]): Buffer {
  return Buffer.concat(lines.flatMap(line => [Buffer.from(line as string), Buffer.from('\r\n')]))
}

/** base64 in lines of 76, as mailers write it. */
export function base64Lines(content: string | Buffer): string {
  return Buffer.from(content as string)
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n')
}

/**
 * Bound of every time assertion. Far above what linear work takes even on a busy machine, far below what quadratic work
 * takes on inputs of this size.
 */
export const SOON = 10_000

/** Milliseconds of work that `work` was. */
export function timed(work: () => void): number {
  const worked = startCpuTime()
  work()
  return worked()
}

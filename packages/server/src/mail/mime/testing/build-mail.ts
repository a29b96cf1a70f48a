/**
 * Builds raw mails for tests. Lines are joined by CRLF; a Buffer among them stands for bytes in any charset.
 */
import { startCpuTime } from '../../../testing/cpu-time.ts'
export function rawMail(...lines: (string | Buffer)[]): Buffer {
  return Buffer.concat(lines.flatMap(line => [Buffer.from(line as string), Buffer.from('\r\n')]))
}

/** Writes base64 in lines of 76, as mailers do. */
export function base64Lines(content: string | Buffer): string {
  return Buffer.from(content as string)
    .toString('base64')
    .replace(/.{76}/g, '$&\r\n')
}

/**
 * The limit of every time assertion. Linear work takes far less even on a busy machine, and quadratic work
 * takes far more on inputs of this size.
 */
export const SOON = 10_000

/** Returns the milliseconds of processor time that `work` takes. */
export function timed(work: () => void): number {
  const worked = startCpuTime()
  work()
  return worked()
}

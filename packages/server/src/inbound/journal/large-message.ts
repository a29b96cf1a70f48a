/**
 * Large messages and memory: whoever has stored one lets go of it, and it is read back when its turn comes. The collector
 * of garbage takes its time; this memory is wanted for the next message at once.
 */

/** Larger ones are not kept in memory between being accepted and being read. */
export const maxKept = 1024 * 1024

/** Nobody may have a use for these octets any more. */
export function freeMemory({ buffer, length }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === length && !buffer.detached) buffer.transfer(0)
}

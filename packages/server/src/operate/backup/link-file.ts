/** The same content under another name, so that it can still be read when the first is removed. */
import { copyFile, link } from 'node:fs/promises'

/** One that has gone in the meantime, or is linked already, is passed over. */
export async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(async (cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT' || cause.code === 'EEXIST') return
    await copyFile(from, to)
  })
}

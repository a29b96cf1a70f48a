/**
 * Makes keys of contents. A key begins with the digest of its content, so that a reader can verify the
 * content. The rest is random, so that removing one content never removes another.
 */
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export const newBlobKey = (bytes: Uint8Array): string =>
  `${digestOf(bytes)}-${randomBytes(8).toString('hex')}`

export const fitsKey = (bytes: Uint8Array, key: string): boolean => key.startsWith(`${digestOf(bytes)}-`)

/** Makes the same kind of key for a file, which it reads piece by piece. */
export async function newFileKey(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const piece of createReadStream(path)) digest.update(piece as Buffer)
  return `${digest.digest('hex')}-${randomBytes(8).toString('hex')}`
}

/** Stores large contents. It does not know what they mean. */
export type BlobStore = {
  /** Resolves with the key when the content is durable: a new key, or the one that was made for it before. */
  put(bytes: Uint8Array, key?: string): Promise<string>
  /**
   * Takes over a file, which no longer exists afterwards. It is for contents that are too large for memory.
   */
  putFile(path: string, key?: string): Promise<string>
  /** Returns null when there is no such content, or when its bytes do not match the key. */
  get(key: string): Promise<Buffer | null>
  /** Some of the bytes, without reading the others; they are not compared with the key. Null when there is no such content. */
  part(key: string, from: number, most: number): Promise<Buffer | null>
  remove(key: string): Promise<void>
}

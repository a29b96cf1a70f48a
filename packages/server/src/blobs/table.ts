/** One part of a content that is stored in rows. */
export type BlobTable = { key: string; part: number; bytes: Uint8Array }

/**
 * A content that no row names (loose-blobs.ts). `since` is the time when it came here, or a special value.
 */
export type LooseBlobTable = { key: string; since: number }

declare module '../database/schema.ts' {
  interface Schema {
    blob: BlobTable
    loose_blob: LooseBlobTable
  }
}

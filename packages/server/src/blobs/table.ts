/** A content that no row names (loose-blobs.ts); `since` is when it came here, or a sign. */
export type LooseBlobTable = { key: string; since: number }

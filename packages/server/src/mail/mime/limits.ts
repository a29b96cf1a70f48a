/** Named limits of the MIME reader. Every one bounds work or memory that a hostile sender could ask for. */
export type MimeLimits = {
  /** Multiparts inside one another; deeper ones are kept whole as attachments. */
  maxDepth: number
  /** Parts of one mail, containers included; what follows is not split any further. */
  maxParts: number
  /** Bytes of one header block that are looked at. */
  maxHeaderBytes: number
  /** Header fields kept of one block. */
  maxHeaders: number
  /** Bytes kept of one header field. */
  maxHeaderValue: number
  /** Characters of a boundary; RFC 2046 section 5.1.1 allows 70, mailers write more. */
  maxBoundaryLength: number
  /** Decoded bytes of text bodies, and again of HTML bodies, that are turned into strings. */
  maxBodyBytes: number
  /** Addresses kept of one header field. */
  maxAddresses: number
  /** Message identifiers kept of References. */
  maxReferences: number
}

export const defaultMimeLimits: Readonly<MimeLimits> = {
  maxDepth: 50,
  maxParts: 1_000,
  maxHeaderBytes: 256 * 1024,
  maxHeaders: 1_000,
  maxHeaderValue: 64 * 1024,
  maxBoundaryLength: 4_096,
  maxBodyBytes: 8 * 1024 * 1024,
  maxAddresses: 1_000,
  maxReferences: 100,
}

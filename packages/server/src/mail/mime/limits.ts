/** Named limits of the MIME reader. Each bounds work or memory that a hostile sender could demand. */
export type MimeLimits = {
  /** The depth of nested multiparts; deeper ones are kept whole as attachments. */
  maxDepth: number
  /** The number of parts in one mail, containers included; the rest is not split any further. */
  maxParts: number
  /** The number of bytes read in one header block. */
  maxHeaderBytes: number
  /** The number of fields kept from one header block. */
  maxHeaders: number
  /** The number of bytes kept from one header field. */
  maxHeaderValue: number
  /** The number of characters in a boundary; RFC 2046 section 5.1.1 allows 70, mailers write more. */
  maxBoundaryLength: number
  /**
   * The number of decoded bytes of text bodies that are turned into strings, and the same number for HTML
   * bodies.
   */
  maxBodyBytes: number
  /** The number of addresses kept from one header field. */
  maxAddresses: number
  /** The number of message identifiers kept from References. */
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

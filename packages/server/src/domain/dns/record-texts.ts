/** Makes names and values of the records that prove a domain and publish its keys. */

export const ownershipName = (domain: string): string => `_yanshu.${domain}`
export const ownershipValue = (token: string): string => `yanshu-verify=${token}`

export type DkimAlgorithm = 'rsa' | 'ed25519'

/**
 * `waiting`: shown and looked for, but not signing yet. `retiring`: no longer signing, but still published.
 */
export type DkimKeyState = 'waiting' | 'active' | 'retiring'

/** RFC 6376, section 3.6.1. */
export const dkimValue = (key: { algorithm: DkimAlgorithm; public_key: string }): string =>
  `v=DKIM1; k=${key.algorithm}; p=${key.public_key}`

/** The largest file, in octets, that is read as an invitation. */
export const largestInvitation = 512 * 1024

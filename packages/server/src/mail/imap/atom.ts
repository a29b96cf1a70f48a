/** What words in a command consist of (RFC 9051, section 9), for use within a class of a pattern. */

export const ATOM_CHARACTERS = "!#$&'+,\\-./0-9:;<=>?@A-Z[^_`a-z|}~"

/** Names and other strings may have one character more. */
export const ASTRING_CHARACTERS = `${ATOM_CHARACTERS}\\]`

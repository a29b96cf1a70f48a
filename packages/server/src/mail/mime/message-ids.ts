/** Reads identifiers of mails (RFC 5322, section 3.6.4). */

/** Text longer than a line is not an identifier. */
export function messageIds(value: string | null): string[] {
  return value?.match(/<[^<>\s]{1,996}>/g) ?? []
}

/** The root of the thread and the nearest ancestors matter most. */
export function capReferences(ids: string[], most: number): string[] {
  return ids.length <= most ? ids : [...ids.slice(0, 1), ...ids.slice(1 - most)]
}

/** Says what a mail is called and which mails came before it: by References, or else the one that it answers. */
export function referencesOf(
  text: (key: 'message-id' | 'references' | 'in-reply-to') => string | null,
  most: number,
): { messageId: string | null; references: string[] } {
  const references = capReferences(messageIds(text('references')), most)
  return {
    messageId: messageIds(text('message-id'))[0] ?? null,
    references: references.length > 0 ? references : messageIds(text('in-reply-to')).slice(0, 1),
  }
}

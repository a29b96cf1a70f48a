/** Finds the codes of SMTP and of RFC 3463 in the words of other systems. */

/** Returns the first enhanced code; an address of the internet is none. */
export const enhancedIn = (text: string): string | null =>
  /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(text)?.[0] ?? null

/** Returns the first reply code (RFC 5321 section 4.2). */
export const replyCodeIn = (text: string): string | null =>
  /(?:^|[\s#(:'"<-])([45][0-5]\d)(?=[\s:;,-]|$)/.exec(text)?.[1] ?? null

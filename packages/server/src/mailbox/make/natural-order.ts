const collator = new Intl.Collator('en', { numeric: true })

/** The order people expect of names with numbers: name2 before name10. No two different names are level. */
export const naturally = (a: string, b: string): number =>
  collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)

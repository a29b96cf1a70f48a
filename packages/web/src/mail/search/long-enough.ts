/** The server searches from two characters on. */
export const isSearched = (words: string): boolean => [...words].length >= 2

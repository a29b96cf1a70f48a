/** What was changed, for people: the names of the fields that a request gives, in its own words. Fields without words are left out. */
export const changedWords = <Name extends string>(
  request: Readonly<Partial<Record<NoInfer<Name>, unknown>>>,
  words: Readonly<Record<Name, string>>,
): string =>
  (Object.keys(words) as Name[])
    .filter(name => request[name] !== undefined)
    .map(name => words[name])
    .join('，')

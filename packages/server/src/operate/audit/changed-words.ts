/** What a field is called, or what its new value is called; secrets and long texts have a name only. */
export type FieldWords<Request> = {
  readonly [Name in keyof Request]?: string | ((value: Exclude<Request[Name], undefined>) => string)
}

/** What was changed, for people: the fields that a request gives, in their words. Fields without words are left out. */
export function changedWords<Request extends object>(
  request: Request,
  words: FieldWords<NoInfer<Request>>,
): string {
  const said: string[] = []
  for (const name of Object.keys(words) as (keyof Request)[]) {
    const value = request[name]
    const word = (words as FieldWords<Request>)[name]
    if (value === undefined || word === undefined) continue
    said.push(typeof word === 'function' ? word(value as Exclude<Request[keyof Request], undefined>) : word)
  }
  return said.join('；')
}

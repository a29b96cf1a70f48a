import { ledgerWords } from '../words.ts'

/** The name of a field, or the words for its new value; secrets and long texts have only a name. */
export type FieldWords<Request> = {
  readonly [Name in keyof Request]?: string | ((value: Exclude<Request[Name], undefined>) => string)
}

/** Puts the changed fields of a request into words for people. It omits fields without words. */
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
  return said.join(ledgerWords.betweenChanges)
}

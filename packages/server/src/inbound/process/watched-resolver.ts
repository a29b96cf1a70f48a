/** Notes whether the DNS answered all questions on the way to a verdict. */
import type { Resolve } from './sender-resolver.ts'

export type WatchedResolver = { readonly resolve: Resolve; wasSilent(): boolean }

/** A name that does not exist is an answer too. */
const isAnswer = (cause: unknown): boolean => {
  const { code } = cause as NodeJS.ErrnoException
  return code === 'ENOTFOUND' || code === 'ENODATA'
}

export function watchResolver(resolver: Resolve): WatchedResolver {
  let silent = false
  return {
    resolve(name, type) {
      const answer = resolver(name, type)
      answer.catch(cause => {
        silent ||= !isAnswer(cause)
      })
      return answer
    },
    wasSilent: () => silent,
  }
}

/** Resolves names for tests; names that are not listed do not exist. */
import type { Answer, Asked, Records, Resolver } from '../outside/resolver.ts'

export type NameAnswers = {
  readonly [T in Asked]?: (name: string) => Answer<Records[T]> | Promise<Answer<Records[T]>>
}

export const fakeResolver =
  (answers: NameAnswers): Resolver =>
  async (type, name) =>
    answers[type]?.(name) ?? { kind: 'nothing' }

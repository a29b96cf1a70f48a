/** Lets work under the same key run one after the other; work under other keys does not wait. */
export type SignInTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>

export function createSignInTurns(): SignInTurns {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, done)
    const leave = (): void => {
      if (last.get(key) === done) last.delete(key)
    }
    done.then(leave, leave)
    return done
  }
}

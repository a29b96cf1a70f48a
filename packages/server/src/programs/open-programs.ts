/** The doors for mail programs, each of them open where its port is set. */
import { createSignInTurns } from '../mailbox/program/sign-in-turns.ts'
import { type FetchDeps, openFetch } from './fetch/open-fetch.ts'
import { type OpenSubmissionDeps, openSubmission } from './submission/open-submission.ts'

type Deps = Omit<FetchDeps & OpenSubmissionDeps, 'signInTurns'>

export function openPrograms(given: Deps) {
  const deps = { ...given, signInTurns: createSignInTurns() }
  const submission = openSubmission(deps)
  const fetching = openFetch(deps)
  return {
    async start() {
      await submission.start()
      await fetching.start()
    },
    async stop(graceMs: number) {
      await Promise.all([fetching.stop(graceMs), submission.stop(graceMs)])
    },
  }
}

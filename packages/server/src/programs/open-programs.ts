/** The doors for mail programs, each of them open where its port is set. */
import { createSignInTurns } from '../mailbox/program/sign-in-turns.ts'
import { type FetchDeps, openFetch } from './fetch/open-fetch.ts'
import { type ImapDeps, openImap } from './imap-server/open-imap.ts'
import { type OpenSubmissionDeps, openSubmission } from './submission/open-submission.ts'

type Deps = Omit<FetchDeps & OpenSubmissionDeps & ImapDeps, 'signInTurns'>

export function openPrograms(given: Deps) {
  const deps = { ...given, signInTurns: createSignInTurns() }
  const submission = openSubmission(deps)
  const fetching = openFetch(deps)
  const reading = openImap(deps)
  return {
    async start() {
      await submission.start()
      await fetching.start()
      await reading.start()
    },
    async stop(graceMs: number) {
      await Promise.all([reading.stop(graceMs), fetching.stop(graceMs), submission.stop(graceMs)])
    },
  }
}

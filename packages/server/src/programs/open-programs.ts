/** The doors for mail programs, each of them open where its port is set. */
import { type FetchDeps, openFetch } from './fetch/open-fetch.ts'
import { type OpenSubmissionDeps, openSubmission } from './submission/open-submission.ts'

export function openPrograms(deps: FetchDeps & OpenSubmissionDeps) {
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

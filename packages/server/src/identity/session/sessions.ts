/** Beginning and ending log-ins, for other rooms. */
export { endedWords, keepExpiredMailboxes, keepStoppedMailboxes } from './ended-login.ts'
export { sweepEnded } from './ended-repository.ts'
export { sweepProofs } from './proof-repository.ts'
export {
  deleteLooksBegunIn,
  deleteSessions,
  deleteSessionsOf,
  insertSession,
  isKnownClient,
  sweepSessions,
} from './repository.ts'
export { sweepTickets } from './ticket-repository.ts'

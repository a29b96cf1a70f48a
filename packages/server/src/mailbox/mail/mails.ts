/** Looking up mails, for other rooms. */
export {
  findStoredMail,
  listedMails,
  listMailsByIds,
  mailsAfter,
  matchingAmong,
  messagesBySeq,
  newestSeq,
  pageOfKept,
} from './repository.ts'

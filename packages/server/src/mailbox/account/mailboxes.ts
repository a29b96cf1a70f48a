/** Looking up and changing mailboxes, for other rooms. */
export {
  findMailbox,
  findMailboxByAddress,
  findMailboxesByAddresses,
  findScopedMailbox,
  insertMailbox,
  lockMailbox,
  type MailboxRow,
  newMailboxRow,
  scopedMailboxes,
  setMailboxPassword,
  updateMailbox,
} from './repository.ts'

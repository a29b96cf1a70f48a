import type { FindLogInMailbox } from '../../identity/session/authenticate.ts'
import { isUsable } from './mailbox.ts'
import { findMailbox } from './repository.ts'

export const findLogInMailbox: FindLogInMailbox = async (query, id, now) => {
  const mailbox = await findMailbox(query, id)
  if (!mailbox || mailbox.deleted_at !== null) return null
  if (!isUsable(mailbox, now)) return { state: mailbox.status === 'stopped' ? 'stopped' : 'expired' }
  const { address, may_send } = mailbox
  return { state: 'open', address, maySend: may_send === 1 }
}

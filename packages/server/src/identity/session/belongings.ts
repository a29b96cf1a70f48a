import { type Belonging, type Fate, holdersOwn } from '../../ledger/life/belonging.ts'
import { tellSessionsEnded } from './end-session.ts'
import { deleteSessionsOf, deleteSessionsOfAccounts } from './repository.ts'

const mailboxLogsOut: Fate = async (tx, { ids, db, after }) => {
  const ended = await deleteSessionsOf(tx, ids)
  after(() => tellSessionsEnded(db, ended))
}

const accountLogsOut: Fate = async (tx, { ids, db, after }) => {
  const ended = await deleteSessionsOfAccounts(tx, ids)
  after(() => tellSessionsEnded(db, ended))
}

export const sessionBelongings: readonly Belonging[] = [
  {
    ...{ table: 'login_ticket', column: 'mailbox_id', of: 'mailbox', exported: false },
    ...{ handOver: 'goes', end: 'goes', remove: 'goes' },
  },
  {
    ...{ table: 'session', column: 'mailbox_id', of: 'mailbox', exported: false },
    ...{ handOver: mailboxLogsOut, end: mailboxLogsOut, remove: mailboxLogsOut },
  },
  {
    ...{ table: 'session', column: 'sys_account_id', of: 'account', exported: false },
    ...{ handOver: accountLogsOut, end: accountLogsOut, remove: accountLogsOut },
  },
  { table: 'session', column: 'acted_by', of: 'account', ...holdersOwn, exported: false },
  { table: 'ended_login', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: false },
  { table: 'ended_login', column: 'sys_account_id', of: 'account', ...holdersOwn, exported: false },
]

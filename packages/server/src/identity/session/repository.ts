import type { Query, Tx } from '../../database/types.ts'
import { hashToken, newId, newToken } from '../../kernel/ids.ts'
import { type SessionSubject, sessionPrefix, toldForMs } from './session.ts'
import { deleteTicketsOf } from './ticket-repository.ts'

export type NewSession = {
  subject: SessionSubject
  span: number
  /** The session cannot outlive this, whatever its use. */
  notAfter: number | null
  client: string
  agent: string
  /** The admin who acts in the account's name, or looks at the mailbox, and the log-in in which it began. */
  actedBy?: string
  begunIn?: string | null
  id?: string
}

const columnsOf = (subject: SessionSubject) =>
  'mailboxId' in subject
    ? { sys_account_id: null, mailbox_id: subject.mailboxId }
    : { sys_account_id: subject.sysAccountId, mailbox_id: null }

/** Makes a session and returns its token, which is not kept. */
export async function insertSession(tx: Tx, session: NewSession, now: number): Promise<string> {
  const token = newToken(sessionPrefix)
  await tx
    .insertInto('session')
    .values({
      id: session.id ?? newId(now),
      token_hash: hashToken(token),
      ...columnsOf(session.subject),
      created_at: now,
      last_seen_at: now,
      expires_at: Math.min(now + session.span, session.notAfter ?? Number.POSITIVE_INFINITY),
      span: session.span,
      client: session.client,
      agent: session.agent.slice(0, 200),
      acted_by: session.actedBy ?? null,
      begun_in: session.begunIn ?? null,
    })
    .execute()
  return token
}

export function findSession(query: Query, token: string) {
  return query.selectFrom('session').selectAll().where('token_hash', '=', hashToken(token)).executeTakeFirst()
}

export const findSessionById = (query: Query, id: string) =>
  query.selectFrom('session').selectAll().where('id', '=', id).executeTakeFirst()

export async function touchSession(tx: Tx, id: string, now: number, expiresAt: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ last_seen_at: now, expires_at: expiresAt })
    .where('id', '=', id)
    .execute()
}

function ofSubject(subject: SessionSubject): { column: 'mailbox_id' | 'sys_account_id'; id: string } {
  return 'mailboxId' in subject
    ? { column: 'mailbox_id', id: subject.mailboxId }
    : { column: 'sys_account_id', id: subject.sysAccountId }
}

export function listSessions(query: Query, subject: SessionSubject, now: number) {
  const { column, id } = ofSubject(subject)
  return query
    .selectFrom('session')
    .leftJoin('sys_account', 'sys_account.id', 'session.acted_by')
    .selectAll('session')
    .select('sys_account.username as acted_by_name')
    .where(`session.${column}`, '=', id)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(200)
    .execute()
}

/**
 * Ends the sessions of a subject: one, all, or all but one. Returns the ids of those ended. Who ends all, or
 * all others, also wants none to begin from what was shown before.
 */
export async function deleteSessions(
  tx: Tx,
  subject: SessionSubject,
  which: { only?: string; except?: string } = {},
): Promise<string[]> {
  const { column, id } = ofSubject(subject)
  let statement = tx.deleteFrom('session')
  const { only } = which
  // Sessions that an admin began in the name of others end with the admin's own log-in.
  if (only !== undefined)
    statement = statement.where(eb =>
      eb.or([
        eb.and([eb('id', '=', only), eb(column, '=', id)]),
        eb.and([eb('begun_in', '=', only), eb('acted_by', '=', id)]),
      ]),
    )
  else statement = statement.where(eb => eb.or([eb(column, '=', id), eb('acted_by', '=', id)]))
  if (which.except !== undefined) statement = statement.where('id', '!=', which.except)
  if (which.only === undefined && 'mailboxId' in subject) await deleteTicketsOf(tx, subject.mailboxId)
  const rows = await statement.returning('id').execute()
  return rows.map(row => row.id)
}

/** Ends all sessions of these mailboxes. Returns the ids of those ended. */
export async function deleteSessionsOf(tx: Tx, mailboxIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .deleteFrom('session')
    .where('mailbox_id', 'in', [...mailboxIds])
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** Ends all sessions of these accounts, those in which they act for others included. Returns the ids of those ended. */
export async function deleteSessionsOfAccounts(tx: Tx, accountIds: readonly string[]): Promise<string[]> {
  const wanted = [...accountIds]
  const rows = await tx
    .deleteFrom('session')
    .where(eb => eb.or([eb('sys_account_id', 'in', wanted), eb('acted_by', 'in', wanted)]))
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** Ends what an admin began with others in this log-in: the looks at mailboxes, where they are asked for. */
export async function deleteLooksBegunIn(tx: Tx, sessionId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('session')
    .where('begun_in', '=', sessionId)
    .where('mailbox_id', 'is not', null)
    .returning('id')
    .execute()
  return rows.map(row => row.id)
}

/** Whether the account was used from this client before. */
export async function isKnownClient(query: Query, subject: SessionSubject, client: string): Promise<boolean> {
  const { column, id } = ofSubject(subject)
  const row = await query
    .selectFrom('session')
    .select('id')
    .where(column, '=', id)
    .where('client', '=', client)
    .where('acted_by', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps an ended log-in until nobody is told any more why it ended: its mailbox may be removed after it. */
export async function sweepSessions(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('expires_at', '<=', now - toldForMs)
    .execute()
}

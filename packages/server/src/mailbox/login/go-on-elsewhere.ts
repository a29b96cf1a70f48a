/**
 * Going on with a mailbox on another device: one who is logged in to it, or to the account that has it, shows
 * a ticket, and the device that brings it gets a log-in of its own. An admin opens no mailbox of others this
 * way.
 */
import type { Db } from '../../database/types.ts'
import { isAccount } from '../../identity/access.ts'
import { beginGuess } from '../../identity/session/guard.ts'
import { giveTicket, readTicket, spendTicket, type Ticket } from '../../identity/session/login-ticket.ts'
import { noted } from '../../identity/session/note-log-in.ts'
import type { Proofs } from '../../identity/session/proof.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn, Scope } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { isUsable } from '../account/mailbox.ts'
import { findScopedMailbox, lockMailbox } from '../account/repository.ts'
import { mailboxWords } from '../words/words.ts'
import { openMailboxSession } from './log-in-mailbox.ts'

type Deps = { db: Db; clock: Clock; log: Log; proofs: Proofs }

const ownScope = (caller: LoggedIn): Scope =>
  isAccount(caller)
    ? { kind: 'owner', accountId: caller.accountId }
    : { kind: 'mailbox', mailboxId: caller.mailboxId }

export async function makeTicket(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: LoggedIn,
  id: string,
): Promise<Ticket> {
  const { sessionId } = caller
  if (sessionId === null) throw new AppError('forbidden')
  const mailbox = await findScopedMailbox(deps.db.query, ownScope(caller), id)
  if (!mailbox) throw new AppError('notFound')
  const now = deps.clock.now()
  if (!isUsable(mailbox, now)) throw new AppError('conflict', { msg: mailboxWords.notOpenNow })
  return deps.db.transaction(tx => giveTicket(tx, { mailboxId: id, sessionId }, now))
}

export type TicketRequest = {
  ticket: string
  proof: string | undefined
  client: string
  agent: string
  accountId: string | undefined
}

type LoggedInTo = { token: string; address: string }

export function logInByTicket(deps: Deps, request: TicketRequest): Promise<LoggedInTo> {
  const attempted = { channel: 'http', client: request.client, given: '', known: null } as const
  return noted(
    deps.log,
    attempted,
    () => enter(deps, request),
    ({ address }) => address,
  )
}

async function enter(deps: Deps, request: TicketRequest): Promise<LoggedInTo> {
  const { ticket, client, agent } = request
  const guess = await beginGuess(deps, 'loginTicket', request)
  return deps.db.transaction(async tx => {
    const now = deps.clock.now()
    const id = await readTicket(tx, ticket, now)
    // The mailbox first: whoever hands it over or removes it does the same, so neither waits for the other for ever.
    const mailbox = id === null ? undefined : await lockMailbox(tx, deps.db.kind, id)
    if (!mailbox || !isUsable(mailbox, now) || !(await spendTicket(tx, ticket)))
      throw new AppError('ticketOver')
    await guess.uncount(tx)
    return {
      token: await openMailboxSession(tx, mailbox.id, { client, agent }, now),
      address: mailbox.address,
    }
  })
}

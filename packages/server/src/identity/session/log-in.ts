/** Logging in to a system account, with a second factor where it is on. */

import type { Db } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { type AccountRow, findAccountByName, markLogin } from '../sys-account/repository.ts'
import { landingPath } from '../sys-account/sys-account.ts'
import { endedWords } from './ended-login.ts'
import { beginAttempt, type LogInAttempt, normalSubject } from './guard.ts'
import { noted } from './note-log-in.ts'
import type { Passwords } from './password.ts'
import type { Proofs } from './proof.ts'
import { insertSession, isKnownClient } from './repository.ts'
import { spendSecondFactor } from './second-factor.ts'
import { passingSpanMs } from './session.ts'

export type LogInDeps = {
  db: Db
  clock: Clock
  site: Pick<SiteSettings, 'read'>
  proofs: Proofs
  passwords: Passwords
  secrets: Secrets
  log: Log
}

export type LogInRequest = {
  username: string
  password: string
  totp: string | undefined
  remember: boolean
  /** How long a remembered log-in lasts without use. */
  rememberedMs: number
  proof: string | undefined
  client: string
  agent: string
}

async function checkSecondFactor(
  deps: LogInDeps,
  account: AccountRow,
  totp: string | undefined,
  attempt: LogInAttempt,
): Promise<void> {
  if (account.totp_on === 0) return
  if (!totp) {
    await deps.db.transaction(attempt.uncount)
    throw new AppError('totpNeeded')
  }
  if (!(await spendSecondFactor(deps, account, totp))) throw new AppError('totpWrong')
}

type LoggedInTo = { token: string; url: string }

export async function logIn(deps: LogInDeps, request: LogInRequest): Promise<LoggedInTo> {
  const username = normalSubject(request.username)
  const account = await findAccountByName(deps.db.query, username)
  const { client } = request
  const attempted = { channel: 'http', client, given: username, known: account?.username ?? null } as const
  return noted(deps.log, attempted, () => enter(deps, request, username, account))
}

async function enter(
  deps: LogInDeps,
  request: LogInRequest,
  username: string,
  account: AccountRow | undefined,
): Promise<LoggedInTo> {
  const attempt = await beginAttempt(deps, 'login', {
    subject: username,
    client: request.client,
    proof: request.proof,
    knownClient: async () =>
      account !== undefined && isKnownClient(deps.db.query, { sysAccountId: account.id }, request.client),
  })
  const right = await deps.passwords.verify(account?.password_hash ?? null, request.password)
  if (!account || !right) throw new AppError('wrongCredentials')
  if (account.status !== 'active') {
    // The password was right: whoever knows it is told, and comes back no worse for having asked.
    await deps.db.transaction(attempt.uncount)
    throw new AppError('accountStopped', { msg: await endedWords(deps.site, 'accountStopped') })
  }
  await checkSecondFactor(deps, account, request.totp, attempt)

  const now = deps.clock.now()
  const token = await deps.db.transaction(async tx => {
    // The password may have been changed, or the account deleted, while it was being verified.
    if (!(await markLogin(tx, account, now))) throw new AppError('wrongCredentials')
    await attempt.succeeded(tx)
    return insertSession(
      tx,
      {
        subject: { sysAccountId: account.id },
        span: request.remember ? request.rememberedMs : passingSpanMs,
        notAfter: null,
        client: request.client,
        agent: request.agent,
      },
      now,
    )
  })
  return { token, url: landingPath(account) }
}

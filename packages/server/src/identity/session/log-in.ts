/** Logging in to a system account, with a second factor where it is on. */
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import { minute } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import type { Secrets } from '../../secrets.ts'
import { type AccountRow, findAccountByName, markLogin } from '../sys-account/repository.ts'
import { landingPath } from '../sys-account/sys-account.ts'
import { beginAttempt, normalSubject } from './guard.ts'
import type { Passwords } from './password.ts'
import type { Proofs } from './proof.ts'
import { insertSession, isKnownClient } from './repository.ts'
import { spendSecondFactor } from './second-factor.ts'
import { passingSpanMs, rememberedSpanMs } from './session.ts'
import { hit } from './throttle.ts'

export type LogInDeps = { db: Db; clock: Clock; proofs: Proofs; passwords: Passwords; secrets: Secrets }

export type LogInRequest = {
  username: string
  password: string
  totp: string | undefined
  remember: boolean
  proof: string | undefined
  client: string
  agent: string
}

/** Wrong second factors per account and quarter of an hour; whoever gets here knows the password already. */
const maxSecondFactors = 10

async function checkSecondFactor(
  deps: LogInDeps,
  account: AccountRow,
  totp: string | undefined,
): Promise<void> {
  if (account.totp_on === 0) return
  if (!totp) throw new AppError('totpNeeded')
  const now = deps.clock.now()
  const { count } = await deps.db.transaction(tx => hit(tx, `totp:${account.id}`, 15 * minute, now))
  if (count > maxSecondFactors) throw new AppError('tooMany', { retryAfter: 900 })
  if (!(await spendSecondFactor(deps, account, totp))) throw new AppError('totpWrong')
}

export async function logIn(deps: LogInDeps, request: LogInRequest): Promise<{ token: string; url: string }> {
  const username = normalSubject(request.username)
  const account = await findAccountByName(deps.db.query, username)
  const attempt = await beginAttempt(deps, 'login', {
    subject: username,
    client: request.client,
    proof: request.proof,
    knownClient: async () =>
      account !== undefined && isKnownClient(deps.db.query, { sysAccountId: account.id }, request.client),
  })
  const right = await deps.passwords.verify(account?.password_hash ?? null, request.password)
  if (!account || !right) throw new AppError('wrongCredentials')
  if (account.status !== 'active') throw new AppError('accountStopped')
  await checkSecondFactor(deps, account, request.totp)

  const now = deps.clock.now()
  const token = await deps.db.transaction(async tx => {
    await attempt.succeeded(tx)
    await markLogin(tx, account.id, now)
    return insertSession(
      tx,
      {
        subject: { sysAccountId: account.id },
        span: request.remember ? rememberedSpanMs : passingSpanMs,
        notAfter: null,
        client: request.client,
        agent: request.agent,
      },
      now,
    )
  })
  return { token, url: landingPath(account) }
}

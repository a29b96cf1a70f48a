/** The second factor: set up, turned on, used and turned off. Every code and every recovery code is good once. */
import { randomInt } from 'node:crypto'
import type { Db } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { type Clock, minute } from '../../kernel/clock.ts'
import { hashToken } from '../../kernel/ids.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import { hit, unhit } from '../../ledger/throttle/throttle.ts'
import {
  type AccountRow,
  findAccount,
  setTotp,
  spendRecoveryCode,
  spendTotpStep,
} from '../sys-account/repository.ts'
import { identityWords } from '../words/words.ts'
import { beginOwnAttempt, shut } from './guard.ts'
import type { Passwords } from './password.ts'
import { matchingStep, newTotpSecret, totpUri } from './totp.ts'

type Deps = { db: Db; clock: Clock; secrets: Secrets }
type PasswordDeps = Deps & { passwords: Passwords }

const purpose = 'totp'
const recoveryCount = 10
const recoveryAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

function newRecoveryCode(): string {
  const half = () =>
    Array.from({ length: 5 }, () => recoveryAlphabet[randomInt(recoveryAlphabet.length)]).join('')
  return `${half()}-${half()}`
}

const normalRecoveryCode = (text: string): string => text.trim().toLowerCase().replace(/[\s-]/g, '')

/** Wrong codes per account within the window; whoever gets here knows the password or has a session. */
const maxWrongCodes = 10
const windowMs = 15 * minute

/** Takes a code or a recovery code; true at most once for each. Counted before it is looked at. */
export async function spendSecondFactor(deps: Deps, account: AccountRow, given: string): Promise<boolean> {
  const key = `totp:${account.id}`
  const now = deps.clock.now()
  const { count, secondsLeft } = await deps.db.transaction(tx => hit(tx, key, windowMs, now))
  if (count > maxWrongCodes) throw shut(secondsLeft)
  const right = await spendCode(deps, account, given)
  if (right) await deps.db.transaction(tx => unhit(tx, key))
  return right
}

async function spendCode(deps: Deps, account: AccountRow, given: string): Promise<boolean> {
  if (account.totp_secret === null) return false
  const digits = given.replace(/\s/g, '')
  if (/^\d{6}$/.test(digits)) {
    const secret = deps.secrets.open(purpose, account.totp_secret)
    const step = matchingStep(secret, digits, deps.clock.now(), account.totp_last_step)
    if (step === null) return false
    return deps.db.transaction(tx => spendTotpStep(tx, account, step))
  }
  const digest = hashToken(normalRecoveryCode(given))
  return deps.db.transaction(tx => spendRecoveryCode(tx, account.id, digest))
}

async function loadOwn(deps: Deps, accountId: string): Promise<AccountRow> {
  const account = await findAccount(deps.db.query, accountId)
  if (!account) throw new AppError('loginNeeded')
  return account
}

async function loadWithPassword(
  deps: PasswordDeps,
  accountId: string,
  password: string,
): Promise<AccountRow> {
  const account = await loadOwn(deps, accountId)
  const attempt = await beginOwnAttempt(deps, accountId)
  if (!(await deps.passwords.verify(account.password_hash, password))) {
    throw new AppError('wrongPassword', { fields: { password: identityWords.wrongPassword } })
  }
  await deps.db.transaction(attempt.succeeded)
  return account
}

export async function startTotp(
  deps: PasswordDeps,
  accountId: string,
  password: string,
  siteName: string,
): Promise<{ secret: string; uri: string }> {
  const account = await loadWithPassword(deps, accountId, password)
  if (account.totp_on === 1) throw new AppError('totpAlreadyOn')
  const secret = newTotpSecret()
  const sealed = deps.secrets.seal(purpose, secret)
  await deps.db.transaction(tx => setTotp(tx, account.id, { secret: sealed, on: false, recoveryCodes: [] }))
  return { secret, uri: totpUri(secret, siteName, account.username) }
}

export async function confirmTotp(deps: Deps, accountId: string, code: string): Promise<string[]> {
  const account = await loadOwn(deps, accountId)
  if (account.totp_on === 1) throw new AppError('totpAlreadyOn')
  if (account.totp_secret === null) throw new AppError('totpNotOn')
  if (!(await spendSecondFactor(deps, account, code)))
    throw new AppError('totpWrong', { fields: { totp: identityWords.wrongCode } })
  const codes = Array.from({ length: recoveryCount }, newRecoveryCode)
  await deps.db.transaction(tx =>
    setTotp(tx, account.id, {
      secret: account.totp_secret,
      on: true,
      recoveryCodes: codes.map(item => hashToken(normalRecoveryCode(item))),
    }),
  )
  return codes
}

export async function stopTotp(
  deps: PasswordDeps,
  accountId: string,
  password: string,
  code: string,
): Promise<void> {
  const account = await loadWithPassword(deps, accountId, password)
  if (account.totp_on === 0) throw new AppError('totpNotOn')
  if (!(await spendSecondFactor(deps, account, code)))
    throw new AppError('totpWrong', { fields: { totp: identityWords.wrongCode } })
  await deps.db.transaction(tx => setTotp(tx, account.id, { secret: null, on: false, recoveryCodes: [] }))
}

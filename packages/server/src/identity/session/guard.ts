/**
 * Guards what strangers may try: log-ins and creations. A few failures cost nothing, some more ask for a proof of work,
 * many are turned away for a while. Nobody can lock a person out for good: an account under attack stays open to
 * clients from which it was used before.
 */
import type { AuthPurpose } from '@yanshu/contract'
import type { Db, Tx } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import { clientNetwork } from '../../kernel/client-address.ts'
import { type Clock, day, hour, minute } from '../../kernel/clock.ts'
import { clear, hit, peek, unhit } from '../../ledger/throttle/throttle.ts'
import { identityWords } from '../words/words.ts'
import type { Proofs } from './proof.ts'

const windowMs = 15 * minute

/** Failures within the window after which a proof of work is asked for, and after which the door is shut. */
const pairSteps = { proof: 3, shut: 10 }
const clientSteps = { proof: 5, shut: 60 }
const accountSteps = { proof: 10, shut: 200 }

/** Where every creation costs a proof, as many may still be paid for as if this many were free. */
const leastFree = 3

/** How long a client that knew the secret counts as one of the account's own, whether still logged in or not. */
const knownForMs = 90 * day

export type GuardDeps = { db: Db; clock: Clock; proofs: Proofs }

export type Attempt = {
  /** Call after the secret was right. */
  succeeded(tx: Tx): Promise<void>
}

export type LogInAttempt = Attempt & {
  /** Call when the secret was right so far and more is to be asked: it was no failure. */
  uncount(tx: Tx): Promise<void>
}

/** However a name is typed, it counts against the same account. */
export const normalSubject = (subject: string): string => subject.normalize('NFKC').trim().toLowerCase()

const keysOf = (purpose: AuthPurpose, subject: string, client: string) => {
  const network = clientNetwork(client)
  return {
    pair: `${purpose}:pair:${subject}|${network}`,
    client: `${purpose}:client:${network}`,
    account: `${purpose}:account:${subject}`,
    known: `${purpose}:known:${subject}|${network}`,
  }
}

type Keys = ReturnType<typeof keysOf>

const isRemembered = async (deps: GuardDeps, keys: Keys): Promise<boolean> =>
  (await peek(deps.db.query, [keys.known], knownForMs, deps.clock.now())).size > 0

/**
 * Returns the difficulty of the required proof; 0 when none is needed. A known client needs none because of
 * strangers' attempts: mail programs cannot do a proof, and strangers could lock them out.
 */
async function hardnessFor(
  deps: GuardDeps,
  keys: Keys,
  isKnown: () => Promise<boolean> = () => isRemembered(deps, keys),
): Promise<number> {
  const counts = await peek(deps.db.query, [keys.pair, keys.client, keys.account], windowMs, deps.clock.now())
  const over = (key: string, limit: number) => Math.max(0, (counts.get(key)?.count ?? 0) - limit + 1)
  const own = Math.max(over(keys.pair, pairSteps.proof), over(keys.client, clientSteps.proof))
  const account = over(keys.account, accountSteps.proof)
  return account > own && !(await isKnown()) ? account : own
}

/** How hard a proof `startAuth` must ask for; without a subject only the client is judged. */
export async function hardnessOf(
  deps: GuardDeps,
  purpose: AuthPurpose,
  attempt: { subject: string | undefined; client: string; freePerHour: number | null },
): Promise<number> {
  const keys = keysOf(purpose, normalSubject(attempt.subject ?? ''), attempt.client)
  if (attempt.freePerHour === null) return hardnessFor(deps, keys)
  const counts = await peek(deps.db.query, [keys.client], hour, deps.clock.now())
  return Math.max(0, (counts.get(keys.client)?.count ?? 0) - attempt.freePerHour + 1)
}

async function demandProof(deps: GuardDeps, purpose: AuthPurpose, proof: string | undefined): Promise<void> {
  if (proof === undefined) throw new AppError('proofNeeded')
  if (!(await deps.proofs.spend(deps.db, purpose, proof, deps.clock.now()))) throw new AppError('proofWrong')
}

export function shut(retryAfter: number): AppError {
  return new AppError('tooMany', { retryAfter, msg: identityWords.tooManyTries(retryAfter) })
}

/**
 * Lets one attempt at a secret through, or throws. The attempt is counted before the secret is looked at, so that many
 * at once cannot slip under the limit.
 */
export async function beginAttempt(
  deps: GuardDeps,
  purpose: AuthPurpose,
  attempt: {
    subject: string
    client: string
    proof: string | undefined
    knownClient: () => Promise<boolean>
  },
): Promise<LogInAttempt> {
  const keys = keysOf(purpose, attempt.subject, attempt.client)
  const isKnown = async () => (await isRemembered(deps, keys)) || (await attempt.knownClient())
  if ((await hardnessFor(deps, keys, isKnown)) > 0) await demandProof(deps, purpose, attempt.proof)
  const now = deps.clock.now()
  const { pair, client, account } = await deps.db.transaction(async tx => ({
    pair: await hit(tx, keys.pair, windowMs, now),
    client: await hit(tx, keys.client, windowMs, now),
    account: await hit(tx, keys.account, windowMs, now),
  }))
  if (pair.count > pairSteps.shut) throw shut(pair.secondsLeft)
  if (client.count > clientSteps.shut) throw shut(client.secondsLeft)
  if (account.count > accountSteps.shut && !(await isKnown())) throw shut(account.secondsLeft)
  return {
    async uncount(tx) {
      for (const key of [keys.pair, keys.client, keys.account]) await unhit(tx, key)
    },
    async succeeded(tx) {
      await clear(tx, keys.pair)
      await unhit(tx, keys.client)
      await unhit(tx, keys.account)
      await clear(tx, keys.known)
      await hit(tx, keys.known, knownForMs, now)
    },
  }
}

export type Guess = {
  /** Call when the secret was right: it was no guess. */
  uncount(tx: Tx): Promise<void>
}

/** The limit for a caller who is logged in to an account: a person mistypes less often than this. */
const guessesOfAccount = 10

/**
 * Lets one try at a secret through that belongs to nobody in particular, such as a card code, or throws. There is no
 * account to protect, so who tries is counted: the client, or the account of one who is logged in to one. A neighbour's
 * guesses cost a visitor behind the same address a while, and one who is logged in nothing.
 */
export async function beginGuess(
  deps: GuardDeps,
  purpose: AuthPurpose,
  guess: { client: string; proof: string | undefined; accountId: string | undefined },
): Promise<Guess> {
  if (guess.accountId !== undefined) {
    const key = `${purpose}:own:${guess.accountId}`
    const now = deps.clock.now()
    const { count, secondsLeft } = await deps.db.transaction(tx => hit(tx, key, windowMs, now))
    if (count > guessesOfAccount) throw shut(secondsLeft)
    return { uncount: tx => unhit(tx, key) }
  }
  const keys = keysOf(purpose, '', guess.client)
  if ((await hardnessFor(deps, keys)) > 0) await demandProof(deps, purpose, guess.proof)
  const now = deps.clock.now()
  const { count, secondsLeft } = await deps.db.transaction(tx => hit(tx, keys.client, windowMs, now))
  if (count > clientSteps.shut) throw shut(secondsLeft)
  return { uncount: tx => unhit(tx, keys.client) }
}

/**
 * Counts an attempt at a secret by one who is already logged in to the account or mailbox, or throws: a stolen session
 * must not be a way to guess the password.
 */
export async function beginOwnAttempt(
  deps: Pick<GuardDeps, 'db' | 'clock'>,
  subjectId: string,
): Promise<Attempt> {
  const key = `own:${subjectId}`
  const now = deps.clock.now()
  const { count, secondsLeft } = await deps.db.transaction(tx => hit(tx, key, windowMs, now))
  if (count > pairSteps.shut) throw shut(secondsLeft)
  return { succeeded: tx => clear(tx, key) }
}

/** Complaints that one network may make in an hour; after that each costs a proof of work. */
export const freeComplaintsPerHour = 3

/** Lets one creation through: free up to a number an hour, then for a proof of work, in the end not at all. */
export async function checkCreation(
  deps: GuardDeps,
  purpose: AuthPurpose,
  creation: { client: string; proof: string | undefined; freePerHour: number },
): Promise<void> {
  const key = keysOf(purpose, '', creation.client).client
  const now = deps.clock.now()
  const before = (await peek(deps.db.query, [key], hour, now)).get(key)?.count ?? 0
  if (before >= creation.freePerHour) await demandProof(deps, purpose, creation.proof)
  const { count, secondsLeft } = await deps.db.transaction(tx => hit(tx, key, hour, now))
  if (count > Math.max(creation.freePerHour, leastFree) * 20) throw shut(secondsLeft)
  // Several at once may all have seen a low count; only those within the free number pass without a proof.
  if (before < creation.freePerHour && count > creation.freePerHour) {
    await demandProof(deps, purpose, creation.proof)
  }
}

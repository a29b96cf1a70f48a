/** Why a name was refused, for the one who asked for it. */
import type { Query } from '../../database/types.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Claim, Rests } from '../rest/resting-names.ts'
import { mailboxWords } from '../words/words.ts'

export const nameTaken = (field = 'localPart') =>
  new AppError('addressTaken', { fields: { [field]: mailboxWords.nameTaken } })

export function nameRests(until: number, field = 'localPart'): AppError {
  const msg = mailboxWords.nameRests(until)
  return new AppError('addressResting', { msg, fields: { [field]: msg } })
}

/** A name that could not be had is another's, unless it rests. */
export async function nameRefused(
  query: Query,
  resting: Rests,
  claim: Claim,
  now: number,
): Promise<AppError> {
  const until = (await resting.restsOf(query, [claim], now)).get(claim.address)
  return until === undefined ? nameTaken() : nameRests(until)
}

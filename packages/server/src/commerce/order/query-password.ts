/**
 * The password with which a buyer finds an order again. It is looked up together with the phone, so its digest must be
 * the same each time: argon2id with a salt that only this site can make from the phone. One look-up costs one digest,
 * whether the phone is known or not and however many orders it has.
 */
import { createHmac } from 'node:crypto'
import type { Passwords } from '../../identity/session/password.ts'
import type { Secrets } from '../../kernel/secrets.ts'

export type QueryDigest = (phone: string, password: string) => Promise<string>

export function createQueryDigest(deps: { passwords: Passwords; secrets: Secrets }): QueryDigest {
  const key = deps.secrets.derive('order-query')
  return async (phone, password) => {
    const salt = createHmac('sha256', key).update(phone).digest()
    return (await deps.passwords.digest(password, salt)).toString('base64url')
  }
}

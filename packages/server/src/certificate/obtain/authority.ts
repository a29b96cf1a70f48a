/** The authority that the settings name, and our account with it, which is opened when it is first needed. */
import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import type { Db } from '../../database/types.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Secrets } from '../../kernel/secrets.ts'
import type { SiteValues } from '../../ledger/setting/site-table.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { type AcmeClient, createAcmeClient } from '../acme/acme-client.ts'
import { AcmeProblem } from '../acme/acme-fault.ts'
import { newCertificateKey } from '../der/signing-request.ts'
import { type AccountRow, addAccount, findAccount, updateAccount } from '../kept/repository.ts'

export type AuthorityDeps = {
  db: Db
  clock: Clock
  secrets: Secrets
  fetch: GuardedFetch
  signal: AbortSignal
}

export type Authority = { id: string; client: AcmeClient; account: { url: string; key: KeyObject } }

const purpose = 'acme-account'

export const pemOf = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Other settings are another account; who puts a wrong key right begins anew. */
export const accountId = ({ acmeDirectory, acmeEabKid, acmeEabKey }: SiteValues): string =>
  createHash('sha256')
    .update(JSON.stringify([acmeDirectory, acmeEabKid, acmeEabKey]))
    .digest('hex')
    .slice(0, 32)

async function keptAccount({ db, clock, secrets }: AuthorityDeps, site: SiteValues): Promise<AccountRow> {
  const id = accountId(site)
  const found = await findAccount(db.query, id)
  if (found) return found
  await db.transaction(tx =>
    addAccount(tx, {
      id,
      directory: site.acmeDirectory,
      private_key: secrets.seal(purpose, pemOf(newCertificateKey())),
      created_at: clock.now(),
    }),
  )
  const made = await findAccount(db.query, id)
  if (!made) throw new Error('the account of the authority was not stored')
  return made
}

/** An account that was closed stays closed for its key: the next one has another. */
async function replaceKey({ db, secrets }: AuthorityDeps, id: string): Promise<void> {
  const private_key = secrets.seal(purpose, pemOf(newCertificateKey()))
  await db.transaction(tx => updateAccount(tx, id, { url: '', private_key }))
}

export async function openAuthority(deps: AuthorityDeps, site: SiteValues): Promise<Authority> {
  const row = await keptAccount(deps, site)
  const key = createPrivateKey(deps.secrets.open(purpose, row.private_key))
  const { fetch, clock, signal } = deps
  const client = createAcmeClient({ fetch, directoryUrl: row.directory, key, signal, now: () => clock.now() })
  if (row.url !== '') return { id: row.id, client, account: { url: row.url, key } }
  const { acmeEabKid: kid, acmeEabKey: hmac, acmeContact: contact } = site
  const binding = kid !== '' && hmac !== '' ? { kid, hmac } : null
  const url = await client.openAccount({ contact, binding })
  await deps.db.transaction(tx => updateAccount(tx, row.id, { url }))
  return { id: row.id, client, account: { url, key } }
}

const closed: readonly string[] = ['accountDoesNotExist', 'unauthorized']

/** Forgets an account that the authority does not know any more; returns whether it did. */
export async function forgetClosedAccount(deps: AuthorityDeps, id: string, cause: unknown): Promise<boolean> {
  if (!(cause instanceof AcmeProblem) || cause.status === 0 || !closed.includes(cause.type)) return false
  await replaceKey(deps, id)
  return true
}

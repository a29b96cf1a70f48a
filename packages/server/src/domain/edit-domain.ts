/** Changes a domain's switches and its keys. Only the operator opens a domain to the public. */

import type { DnsKind } from '@yanshu/contract'
import { flag } from '../database/schema.ts'
import type { Db } from '../database/types.ts'
import { AppError } from '../kernel/app-error.ts'
import type { AccountCaller } from '../kernel/call/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Secrets } from '../kernel/secrets.ts'
import { changedFields } from '../ledger/audit/changed-fields.ts'
import { writeAudit } from '../ledger/audit/write-audit.ts'
import { fact } from '../ledger/fact/fact.ts'
import { makeKeys } from './dkim-key.ts'
import { isVerified, reachDomain } from './domain.ts'
import { insertKeys, listKeys } from './key-repository.ts'
import { forgetAccess } from './plan-repository.ts'
import { forgetRecords } from './record-repository.ts'
import { type DomainRow, type ListedDomain, updateDomain } from './repository.ts'
import { domainWords } from './words/words.ts'

export type EditDeps = { db: Db; clock: Clock; secrets: Secrets }

export type EditRequest = {
  id: string
  open?: boolean | undefined
  store?: boolean | undefined
  catchAll?: boolean | undefined
  subdomains?: boolean | undefined
  mailHost?: string | null | undefined
  rotateDkim?: true | undefined
  forgetDnsAccess?: true | undefined
}

const columnsOf = (request: EditRequest): Partial<DomainRow> => ({
  ...(request.open === undefined ? {} : { open: flag(request.open) }),
  ...(request.store === undefined ? {} : { store: flag(request.store) }),
  ...(request.catchAll === undefined ? {} : { catch_all: flag(request.catchAll) }),
  ...(request.subdomains === undefined ? {} : { subdomains: flag(request.subdomains) }),
  ...(request.mailHost === undefined ? {} : { mail_host: request.mailHost }),
})

const told = ['open', 'store', 'catchAll', 'subdomains', 'mailHost'] as const

/** The records whose values name the mail host. */
const namingTheHost: readonly DnsKind[] = ['mx', 'host', 'spf', 'mtaSts', 'autoconfig']

/**
 * New keys are shown and looked for. They sign once they are found, and the old ones stay published for a
 * while.
 */
async function rotateKeys(deps: EditDeps, domain: ListedDomain): Promise<void> {
  const there = await listKeys(deps.db.query, domain.id)
  if (there.some(key => key.state === 'waiting'))
    throw new AppError('conflict', { msg: domainWords.keysWaiting })
  const now = deps.clock.now()
  const made = await makeKeys(
    deps,
    now,
    there.map(key => key.selector),
  )
  // The second of two requests at once finds the same selectors taken.
  await deps.db.transaction(tx =>
    insertKeys(tx, domain.id, made, there.length === 0 ? 'active' : 'waiting', now),
  )
}

export async function editDomain(deps: EditDeps, caller: AccountCaller, request: EditRequest): Promise<void> {
  const domain = await reachDomain(deps.db.query, caller, request.id)
  const opens = request.open !== undefined || request.store !== undefined
  if (opens && caller.role !== 'admin') throw new AppError('forbidden', { msg: domainWords.adminOpens })
  const columns = columnsOf(request)
  const changes = Object.keys(columns).length > 0
  if ((changes || request.rotateDkim) && !isVerified(domain))
    throw new AppError('conflict', { msg: domainWords.proveFirst })
  if (request.rotateDkim) await rotateKeys(deps, domain)
  await deps.db.transaction(async tx => {
    if (changes && !(await updateDomain(tx, domain.id, columns))) throw new AppError('notFound')
    // Their values are others now, so what was found says nothing of them.
    if (columns.mail_host !== undefined && columns.mail_host !== domain.mail_host)
      await forgetRecords(tx, domain.id, namingTheHost)
    if (request.forgetDnsAccess) await forgetAccess(tx, domain.id)
    const changed = changedFields(request, told, ['rotateDkim'])
    if (caller.role === 'admin' && Object.keys(changed).length > 0)
      await writeAudit(tx, caller, deps.clock.now(), {
        action: 'editDomain',
        target: domain.name,
        detail: fact('domainChanged', changed),
      })
  })
}

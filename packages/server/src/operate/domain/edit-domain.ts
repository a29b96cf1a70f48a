/** Changing a domain's switches and its keys. What opens it to the public is the operator's to decide. */
import { AppError } from '../../app-error.ts'
import type { Clock } from '../../clock.ts'
import { flag } from '../../database/schema.ts'
import type { Db } from '../../database/types.ts'
import type { AccountCaller } from '../../identity/access.ts'
import type { Secrets } from '../../secrets.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { makeKeys } from './dkim-key.ts'
import { isVerified, reachDomain } from './domain.ts'
import { insertKeys, listKeys } from './key-repository.ts'
import { forgetAccess } from './plan-repository.ts'
import { type DomainRow, type ListedDomain, updateDomain } from './repository.ts'

export type EditDeps = { db: Db; clock: Clock; secrets: Secrets }

export type EditRequest = {
  id: string
  open?: boolean | undefined
  store?: boolean | undefined
  catchAll?: boolean | undefined
  subdomains?: boolean | undefined
  rotateDkim?: true | undefined
  forgetDnsAccess?: true | undefined
}

const words = {
  open: '开放注册',
  store: '在商店出售',
  catchAll: '收下未知地址',
  subdomains: '子域名收信',
} as const

const columnsOf = (request: EditRequest): Partial<DomainRow> => ({
  ...(request.open === undefined ? {} : { open: flag(request.open) }),
  ...(request.store === undefined ? {} : { store: flag(request.store) }),
  ...(request.catchAll === undefined ? {} : { catch_all: flag(request.catchAll) }),
  ...(request.subdomains === undefined ? {} : { subdomains: flag(request.subdomains) }),
})

function detailOf(request: EditRequest): string {
  const switches = (Object.keys(words) as (keyof typeof words)[])
    .filter(name => request[name] !== undefined)
    .map(name => `${words[name]}${request[name] ? '开' : '关'}`)
  return [...switches, ...(request.rotateDkim ? ['更换 DKIM 密钥'] : [])].join('，')
}

/** New keys are shown and looked for; they sign once they were found, and the old ones stay published for a while. */
async function rotateKeys(deps: EditDeps, domain: ListedDomain): Promise<void> {
  const there = await listKeys(deps.db.query, domain.id)
  if (there.some(key => key.state === 'waiting'))
    throw new AppError('conflict', { msg: '上一次更换还在等新记录生效' })
  const now = deps.clock.now()
  const made = await makeKeys(
    deps,
    now,
    there.map(key => key.selector),
  )
  // Of two at once the second finds the same selectors taken.
  await deps.db.transaction(tx =>
    insertKeys(tx, domain.id, made, there.length === 0 ? 'active' : 'waiting', now),
  )
}

export async function editDomain(deps: EditDeps, caller: AccountCaller, request: EditRequest): Promise<void> {
  const domain = await reachDomain(deps.db.query, caller, request.id)
  const opens = request.open !== undefined || request.store !== undefined
  if (opens && caller.role !== 'admin') throw new AppError('forbidden', { msg: '开放注册和出售由管理员决定' })
  const columns = columnsOf(request)
  const changes = Object.keys(columns).length > 0
  if ((changes || request.rotateDkim) && !isVerified(domain))
    throw new AppError('conflict', { msg: '先完成所有权验证' })
  if (request.rotateDkim) await rotateKeys(deps, domain)
  await deps.db.transaction(async tx => {
    if (changes && !(await updateDomain(tx, domain.id, columns))) throw new AppError('notFound')
    if (request.forgetDnsAccess) await forgetAccess(tx, domain.id)
    const detail = detailOf(request)
    if (caller.role === 'admin' && detail !== '')
      await writeAudit(tx, caller, deps.clock.now(), { action: 'editDomain', target: domain.name, detail })
  })
}

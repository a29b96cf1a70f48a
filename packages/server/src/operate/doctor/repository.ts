import type { Query } from '../../database/types.ts'

/** When the last message came; undefined when none ever did. */
export async function lastReceivedAt(query: Query): Promise<number | undefined> {
  const last = await query
    .selectFrom('message')
    .select('received_at')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.received_at
}

/** Domains on which everybody may register, and which are sold as well. */
export async function openAndSold(query: Query): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select('name')
    .where('open', '=', 1)
    .where('store', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .execute()
  return rows.map(row => row.name)
}

export type FirstDomain = { id: string; name: string; mail_host: string | null }

/** The configured domain where it is there and real, else the oldest real one; null when all are for trying out. */
export async function firstDomain(
  query: Query,
  configured: string,
  isTrial: (name: string) => boolean,
): Promise<FirstDomain | null> {
  const rows = await query
    .selectFrom('domain')
    .select(['id', 'name', 'mail_host'])
    .where('removed_at', 'is', null)
    .where('verified_at', 'is not', null)
    .orderBy('created_at')
    .limit(100)
    .execute()
  const real = rows.filter(({ name }) => !isTrial(name))
  const own = real.find(({ name }) => name === configured.toLowerCase())
  // It is made at the next start.
  if (!own && !isTrial(configured)) return { id: '', name: configured, mail_host: null }
  return own ?? real[0] ?? null
}

export const recordStates = (query: Query, domainId: string) =>
  query
    .selectFrom('domain_record')
    .select(['kind', 'level', 'state'])
    .where('domain_id', '=', domainId)
    .execute()

export const listAdmins = (query: Query) =>
  query
    .selectFrom('sys_account')
    .select(['username', 'totp_on', 'recovery_codes'])
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .execute()

export type MailFromOutside = { at: number; client: string; sender: string; verdict: string }

const attempts = (query: Query) =>
  query.selectFrom('trace').select(['at', 'client', 'sender', 'verdict']).orderBy('at', 'desc').limit(200)

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/**
 * The last attempts to deliver by others than this program: its own letters and test mails come from this machine,
 * and from a domain of ours.
 */
export async function fromOutside(query: Query): Promise<MailFromOutside[]> {
  const others = await attempts(query).where('client', 'not in', ['', '127.0.0.1']).execute()
  const near = await attempts(query).where('client', '=', '127.0.0.1').execute()
  const domains = [...new Set(near.map(({ sender }) => domainOf(sender)))]
  const rows =
    domains.length === 0
      ? []
      : await query.selectFrom('domain').select('name').where('name', 'in', domains).execute()
  const ours = new Set(rows.map(({ name }) => name))
  return [...others, ...near.filter(({ sender }) => !ours.has(domainOf(sender)))]
}

export async function soldDomains(query: Query): Promise<string[]> {
  const rows = await query
    .selectFrom('domain')
    .select('name')
    .where('store', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('name')
    .limit(20)
    .execute()
  return rows.map(row => row.name)
}

export async function countPlans(query: Query): Promise<number> {
  const { total } = await query
    .selectFrom('plan')
    .innerJoin('domain', 'domain.id', 'plan.domain_id')
    .where('domain.store', '=', 1)
    .where('plan.on_sale', '=', 1)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/** When the last order was handed out. */
export async function lastDoneOrder(query: Query): Promise<number | undefined> {
  const last = await query
    .selectFrom('shop_order')
    .select('created_at')
    .where('status', '=', 'done')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && Number(last.created_at)
}

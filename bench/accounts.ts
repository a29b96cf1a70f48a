/**
 * Measures a hundred thousand mailboxes: lists, searches, sorts, a batch edit of ten thousand and the
 * creation of ten thousand, each with its time, the wait of other callers and the memory of the program.
 */
import { type Site, startSite } from '../e2e/site.ts'
import { openDatabase } from '../packages/server/src/database/start/open.ts'
import { findDomainByName } from '../packages/server/src/domain/repository.ts'
import { newId } from '../packages/server/src/kernel/ids.ts'
import {
  insertMailboxes,
  type MailboxRow,
  newMailboxRow,
} from '../packages/server/src/mailbox/account/repository.ts'
import { ms, quantile, type Table } from './table.ts'

const stored = 100_000
const perTransaction = 500
const requests = 50
const batchSize = 10_000
const portion = 500
const rounds = 5

async function fill(dataDir: string): Promise<void> {
  const db = await openDatabase({ url: '', dataDir, poolSize: 1, onError: () => undefined })
  const domain = await findDomainByName(db.query, 'yanshu.test')
  if (!domain) throw new Error('no domain')
  const start = Date.now() - stored
  for (let from = 0; from < stored; from += perTransaction) {
    const rows = Array.from({ length: perTransaction }, (_, index): MailboxRow => {
      const at = from + index
      const row = newMailboxRow({
        id: newId(start + at),
        localPart: `bench-${at}`,
        domain,
        kind: at % 20 === 0 ? 'temporary' : 'account',
        ownerId: null,
        passwordHash: `$argon2id$v=19$m=256,t=1,p=1$${'x'.repeat(22)}$${'y'.repeat(43)}`,
        note: at % 100 === 0 ? `第 ${at} 号` : '',
        now: start + at,
        expires_at: at % 7 === 0 ? Date.now() + at * 60_000 + 86_400_000 : null,
        end_after_mails: null,
        end_after_code: 0,
      })
      return { ...row, used_bytes: (at * 7919) % 1_000_003 }
    })
    await db.transaction(tx => insertMailboxes(tx, { restsOf: async () => new Map() }, rows))
  }
  await db.close()
}

async function timed(count: number, call: () => Promise<unknown>): Promise<string> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  return count === 1 ? ms(times[0] ?? 0) : `${ms(quantile(times, 0.5))} / ${ms(quantile(times, 0.99))}`
}

/** Runs long work while somebody else makes addresses, and returns how long that caller waited. */
async function beside(site: Site, token: string, work: () => Promise<void>): Promise<string> {
  let done = false
  const began = performance.now()
  const working = work().finally(() => {
    done = true
  })
  const waits: number[] = []
  while (!done) {
    const asked = performance.now()
    await site.as(token).createEmail({ body: { domain: 'yanshu.test' } })
    waits.push(performance.now() - asked)
  }
  await working
  const took = ms(performance.now() - began)
  const [half, most, last] = [0.5, 0.99, 1].map(part => ms(quantile(waits, part)))
  return `${took}; ${waits.length} calls of others meanwhile: p50 ${half}, p99 ${most}, at most ${last}`
}

/** Returns resident memory, and in brackets the heap: objects in use or not yet collected. */
async function memoryOf(site: Site): Promise<string> {
  const figures = await (await fetch(`${site.url}/metrics`)).text()
  const heap = Number(/^yanshu_heap_bytes (\S+)$/m.exec(figures)?.[1] ?? 0)
  return `${site.residentMb()} (${Math.round(heap / 1_048_576)})`
}

export async function benchAccounts(): Promise<Table> {
  let site = await startSite()
  await site.halt()
  await fill(site.dataDir)
  site = await startSite({}, site.dataDir)
  const token = await site.adminToken()
  const api = site.as(token)
  const memory = [await memoryOf(site)]
  const list = (query: Record<string, unknown>) => () =>
    api.getEmailAccount({ query: { kind: 'account', pageSize: 100, ...query } })
  const rows: string[][] = [
    ['list, newest 100', await timed(requests, list({}))],
    ['list, the last page', await timed(requests, list({ page: 950 }))],
    ['search bench-77', await timed(requests, list({ q: 'bench-77' }))],
    ['search 第 4', await timed(requests, list({ q: '第 4' }))],
    ['sort by address', await timed(requests, list({ sort: 'address' }))],
    ['sort by end', await timed(requests, list({ sort: 'expiresAt' }))],
    ['sort by storage (no index)', await timed(requests, list({ sort: 'usedBytes', order: 'desc' }))],
    ['filter by domain and end', await timed(requests, list({ domain: 'yanshu.test', expires: 'soon' }))],
    ['mailbox switcher, 100', await timed(requests, () => api.emailList({ query: { pageSize: 100 } }))],
    ['dashboard, 30 days', await timed(requests, () => api.getDashboard({ query: { days: '30' } }))],
    [
      'preview of a batch of 95,000',
      await timed(5, () =>
        api.batchEditEmailAccount({ body: { filter: { kind: 'account' }, quotaMb: 7, dryRun: true } }),
      ),
    ],
  ]
  memory.push(await memoryOf(site))
  const edit = async (quotaMb: number) => {
    let cursor: string | null = null
    for (let done = 0; done < batchSize; done += portion) {
      const body = {
        filter: { kind: 'account' as const },
        limit: portion,
        quotaMb,
        ...(cursor !== null && { cursor }),
      }
      const answer: { next: string | null } = await api.batchEditEmailAccount({ body })
      cursor = answer.next
    }
  }
  rows.push([`batch edit of ${batchSize}`, await beside(site, token, () => edit(512))])
  memory.push(await memoryOf(site))
  const make = async () => {
    for (let done = 0; done < batchSize; done += portion)
      await api.createEmailAccount({ body: { domain: 'yanshu.test', random: portion, style: 'mixed' } })
  }
  rows.push([`creation of ${batchSize} with passwords`, await beside(site, token, make)])
  memory.push(await memoryOf(site))
  const exportAll = async (): Promise<number> => {
    const answer = await fetch(`${site.url}/api/user/exportEmailAccount`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return (await answer.text()).split('\r\n').length - 2
  }
  const began = performance.now()
  const lines = await exportAll()
  rows.push([`export of ${lines}`, ms(performance.now() - began)])
  memory.push(await memoryOf(site))
  rows.push(['resident MB (heap): start, lists, batch, creation, export', memory.join(', ')])
  const again: string[] = []
  for (let round = 1; round <= rounds; round++) {
    await timed(requests, list({ q: 'bench-77' }))
    await edit(512 + round)
    await exportAll()
    again.push(await memoryOf(site))
  }
  rows.push([`the same after each of ${rounds} more rounds of search, batch and export`, again.join(', ')])
  await site.stop()
  return {
    title: `${stored.toLocaleString('en')} mailboxes, over HTTP, p50 / p99 (SQLite)`,
    columns: ['what', 'time'],
    rows,
    notes: ['batches in portions of 500, while somebody else makes addresses one after another'],
  }
}

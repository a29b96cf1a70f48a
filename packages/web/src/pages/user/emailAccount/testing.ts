/** E-mail accounts for tests, and a server that has them. */
import type { AccountRow, BodyOf, Calls } from '@yanshu/contract'
import { boxOf } from '../../../mail/testing.ts'
import type { Answers } from '../../../testing/fake-server.ts'
import { limitsOf } from '../../../testing/limits.ts'

export function accountOf(given: Partial<AccountRow> & { localPart: string }): AccountRow {
  const address = `${given.localPart}@yanshu.test`
  return {
    ...boxOf({ kind: 'account', id: given.localPart, address }),
    ownerId: 'admin',
    ownerName: 'admin',
    maySend: false,
    sendingStopped: null,
    quotaMb: 1024,
    usedBytes: 0,
    received: 0,
    lastMailAt: null,
    hasPassword: true,
    lastLoginAt: null,
    deletedAt: null,
    goneAt: null,
    ...given,
  }
}

type Edit = BodyOf<Calls['editEmailAccount']> | BodyOf<Calls['batchEditEmailAccount']>

const fieldsOf = ({ quotaMb, status, note, ownerId }: Edit): Partial<AccountRow> => ({
  ...(quotaMb !== undefined && { quotaMb }),
  ...(status !== undefined && { status }),
  ...(note !== undefined && { note }),
  ...(ownerId !== undefined && { ownerId, ownerName: ownerId }),
})

/** A server with these accounts, whose changes it keeps. `total` says that the filter means more than are listed. */
export function serverWith(rows: AccountRow[], total = rows.length): Answers {
  let kept = rows
  const change = (ids: readonly string[] | null, to: (row: AccountRow) => Partial<AccountRow>) => {
    kept = kept.map(row => (ids === null || ids.includes(row.id) ? { ...row, ...to(row) } : row))
  }
  const changed = (ids: readonly string[] | undefined) => ids?.length ?? total
  return {
    getEmailAccount: ({ query }) => {
      const shown = kept.filter(
        row =>
          (row.deletedAt !== null) === (query.deleted !== undefined) &&
          (!query.status || row.status === query.status),
      )
      const deleted = kept.filter(row => row.deletedAt !== null).length
      return {
        list: shown,
        total: shown.length === rows.length ? total : shown.length,
        counts: { account: kept.length - deleted, temporary: 0, deleted },
      }
    },
    getSysAccount: () => ({ list: [], total: 0 }),
    getLimits: () => limitsOf(),
    getArrDomains: () => ({ list: ['yanshu.test'] }),
    getDomains: () => ({ list: [], total: 0 }),
    editEmailAccount: ({ body }) => {
      change([body.id], () => fieldsOf(body))
      const row = kept.find(one => one.id === body.id)
      if (!row) throw new Error('no such account')
      return { mailbox: row }
    },
    batchEditEmailAccount: ({ body }) => {
      const count = changed(body.ids)
      const of = kept.filter(row => body.ids?.includes(row.id) ?? true)
      if (body.job)
        return {
          jobId: 'j3',
          matched: count,
          changed: 0,
          next: null,
          passwords: [],
          differing: {},
          sample: [],
        }
      if (!body.dryRun) change(body.ids ?? null, () => fieldsOf(body))
      return {
        matched: count,
        changed: count,
        next: null,
        passwords:
          body.resetPassword && !body.dryRun
            ? of.map(({ address }) => ({ address, password: 'new-pass-1' }))
            : [],
        differing: Object.fromEntries(Object.keys(fieldsOf(body)).map(name => [name, count])),
        sample: of
          .slice(0, 5)
          .map(row => ({ address: row.address, before: { quotaMb: String(row.quotaMb ?? '') } })),
      }
    },
    delEmailAccount: ({ body }) => {
      const deletedAt = new Date().toISOString()
      change(body.ids ?? null, () => ({ deletedAt, goneAt: deletedAt }))
      return { deleted: changed(body.ids), restorableUntil: deletedAt }
    },
    restoreEmailAccount: ({ body }) => {
      change(body.ids, () => ({ deletedAt: null, goneAt: null }))
      return { restored: body.ids.length }
    },
  }
}

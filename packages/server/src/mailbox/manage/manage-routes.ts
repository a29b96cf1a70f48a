import { asAccount, asLoggedIn, managedScope } from '../../identity/access.ts'
import type { BeginJob, LongWork } from '../../jobs/long/long-job.ts'
import type { AccountCaller } from '../../kernel/call/caller.ts'
import { fileHeaders, tableHeaders } from '../../kernel/call/file-headers.ts'
import { type Handlers, RawAnswer } from '../../kernel/call/handlers.ts'
import { hour, isoTime, isoTimeOrNull } from '../../kernel/clock.ts'
import { shownAccount } from '../account/mailbox.ts'
import type { RemoveMailboxesDeps } from '../life/remove-mailboxes.ts'
import type { CreateDeps } from '../make/create-accounts.ts'
import { createOrBegin, createWork } from '../make/create-work.ts'
import { importOrBegin, importWork } from '../make/import-work.ts'
import { type ReleaseDeps, releaseName } from '../rest/release-name.ts'
import { readFilter } from './account-filter.ts'
import { type AccountWithNames, countAccounts, lastMailsOf, pageOfAccounts } from './account-repository.ts'
import { type BatchDeps, editBatch, previewBatch } from './batch-edit.ts'
import { type ClientSettingDeps, clientSetting, openProfile } from './client-setting.ts'
import { restoreMailboxes } from './delete-mailboxes.ts'
import { deleteOrBegin, deleteWork } from './delete-work.ts'
import { type EditDeps, editMailbox } from './edit-mailbox.ts'
import { beginEdit, editWork } from './edit-work.ts'
import { exportAccounts } from './export-accounts.ts'

export type ManageDeps = EditDeps &
  CreateDeps &
  BatchDeps &
  RemoveMailboxesDeps &
  ReleaseDeps &
  ClientSettingDeps & {
    begin: BeginJob
    /** Why mailboxes were stopped from sending, in words, by their id. */
    sendingStops(
      mailboxes: readonly { id: string; owner_id: string | null }[],
    ): Promise<ReadonlyMap<string, string>>
  }

/** The management work that takes longer than a person waits. */
export const manageWorks = (deps: CreateDeps & BatchDeps & RemoveMailboxesDeps): LongWork[] => [
  createWork(deps),
  importWork(deps),
  editWork(deps),
  deleteWork(deps),
]

const unknownYet = { sendingStopped: null, lastMailAt: null }

/** The values that a batch may change, as text: what a preview shows of a row. */
function valuesOf(row: AccountWithNames, viewer: AccountCaller): Record<string, string> {
  const { quotaMb, expiresAt, status, maySend, ownerName, note, kind } = shownAccount(
    row,
    viewer,
    0,
    unknownYet,
  )
  return {
    quotaMb: quotaMb === null ? '' : String(quotaMb),
    expiresAt: expiresAt ?? '',
    status,
    maySend: maySend ? '1' : '0',
    ownerId: ownerName ?? '',
    note,
    kind,
  }
}

export function manageRoutes(deps: ManageDeps) {
  /** The columns of a row of the table besides the mailbox itself. */
  async function moreOf(rows: readonly { id: string; owner_id: string | null }[]) {
    const stops = await deps.sendingStops(rows)
    const lastMails = await lastMailsOf(
      deps.db.aside,
      rows.map(row => row.id),
    )
    return (id: string) => ({
      sendingStopped: stops.get(id) ?? null,
      lastMailAt: lastMails.get(id) ?? null,
    })
  }
  const restorableMs = async () => (await deps.site.read()).restoreHours * hour
  return {
    async getEmailAccount({ query, caller }) {
      const me = asLoggedIn(caller)
      const scope = managedScope(me)
      const { page = 1, pageSize = 20, sort = 'createdAt', order = 'desc', deleted, ...words } = query
      const now = deps.clock.now()
      const span = await restorableMs()
      const filter = { ...(await readFilter(deps.db.query, words)), deleted, deletedAfter: now - span }
      const { rows, total } = await pageOfAccounts(
        deps.db.aside,
        scope,
        filter,
        { sort, order, page, pageSize },
        now,
      )
      const counts = await countAccounts(deps.db.aside, scope, now, now - span)
      const more = await moreOf(rows)
      const list = rows.map(row => shownAccount(row, me, span, more(row.id)))
      return { list, total, counts }
    },

    createEmailAccount: ({ body, caller }) => createOrBegin(deps, asAccount(caller), body),

    async editEmailAccount({ body, caller }) {
      const me = asLoggedIn(caller)
      const row = await editMailbox(deps, me, body)
      return { mailbox: shownAccount(row, me, 0, (await moreOf([row]))(row.id)) }
    },

    async batchEditEmailAccount({ body, caller }) {
      const me = asAccount(caller)
      const { dryRun, job, ...request } = body
      if (job && !dryRun) return { ...(await beginEdit(deps, me, request)), differing: {}, sample: [] }
      if (!dryRun) return { ...(await editBatch(deps, me, request)), differing: {}, sample: [] }
      const { matched, changed, differing, sample } = await previewBatch(deps, me, request)
      const shown = sample.map(row => ({ address: row.address, before: valuesOf(row, me) }))
      return { matched, changed, next: null, passwords: [], differing, sample: shown }
    },

    async delEmailAccount({ body, caller }) {
      const { restorableUntil, ...done } = await deleteOrBegin(deps, asLoggedIn(caller), body)
      return { ...done, restorableUntil: isoTimeOrNull(restorableUntil) }
    },

    restoreEmailAccount: async ({ body, caller }) => ({
      restored: await restoreMailboxes(deps, asAccount(caller), body.ids),
    }),

    releaseName: async ({ body, caller }) => ({
      restedUntil: isoTime(await releaseName(deps, asAccount(caller), body.address)),
    }),

    importEmailAccount: ({ body, caller }) => importOrBegin(deps, asAccount(caller), body),

    exportEmailAccount: async ({ query, caller }) =>
      new RawAnswer(tableHeaders('yanshu-mailboxes.csv'), exportAccounts(deps, asAccount(caller), query)),

    getClientSetting: ({ query, caller }) => clientSetting(deps, asLoggedIn(caller), query.id),

    async getMailProfile({ query }) {
      const { filename, xml } = await openProfile(deps, query.ticket)
      // Made by us alone, and by this type devices know that it is to be installed.
      const type = { 'content-type': 'application/x-apple-aspen-config' }
      return new RawAnswer({ ...fileHeaders(filename, ''), ...type }, Buffer.from(xml))
    },
  } satisfies Partial<Handlers>
}

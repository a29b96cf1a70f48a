import { hour, isoTimeOrNull } from '../../clock.ts'
import { fileHeaders, tableHeaders } from '../../http/file-headers.ts'
import { type Handlers, RawAnswer } from '../../http/handlers.ts'
import { stoppedMailboxes, stoppedWords } from '../../outbound/stop/stopped-senders.ts'
import { type AccountCaller, asAccount, asLoggedIn, mailboxScope } from '../access.ts'
import { readFilter } from './account-filter.ts'
import { type AccountWithNames, countAccounts, pageOfAccounts } from './account-repository.ts'
import { type BatchDeps, editBatch, previewBatch } from './batch-edit.ts'
import { type ClientSettingDeps, clientSetting, openProfile } from './client-setting.ts'
import { type CreateDeps, createAccounts } from './create-accounts.ts'
import { type DeleteDeps, deleteMailboxes, restoreMailboxes } from './delete-mailboxes.ts'
import { type EditDeps, editMailbox } from './edit-mailbox.ts'
import { exportAccounts } from './export-accounts.ts'
import { importAccounts } from './import-accounts.ts'
import { shownAccount } from './mailbox.ts'

export type ManageDeps = EditDeps & CreateDeps & BatchDeps & DeleteDeps & ClientSettingDeps

/** The values that a batch may change, as text: what a preview shows of a row. */
function valuesOf(row: AccountWithNames, viewer: AccountCaller): Record<string, string> {
  const { quotaMb, expiresAt, status, maySend, ownerName, note, kind } = shownAccount(row, viewer, 0, null)
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
  const restorableMs = async () => (await deps.site.read()).restoreHours * hour
  return {
    async getEmailAccount({ query, caller }) {
      const me = asLoggedIn(caller)
      const scope = mailboxScope(me)
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
      const stops = await stoppedMailboxes(deps.db.query, rows)
      const list = rows.map(row => shownAccount(row, me, span, stoppedWords(stops.get(row.id))))
      return { list, total, counts }
    },

    createEmailAccount: ({ body, caller }) => createAccounts(deps, asAccount(caller), body),

    async editEmailAccount({ body, caller }) {
      const me = asLoggedIn(caller)
      const row = await editMailbox(deps, me, body)
      const stops = await stoppedMailboxes(deps.db.query, [row])
      return { mailbox: shownAccount(row, me, 0, stoppedWords(stops.get(row.id))) }
    },

    async batchEditEmailAccount({ body, caller }) {
      const me = asAccount(caller)
      const { dryRun, ...request } = body
      if (!dryRun) return { ...(await editBatch(deps, me, request)), differing: {}, sample: [] }
      const { matched, changed, differing, sample } = await previewBatch(deps, me, request)
      const shown = sample.map(row => ({ address: row.address, before: valuesOf(row, me) }))
      return { matched, changed, next: null, passwords: [], differing, sample: shown }
    },

    async delEmailAccount({ body, caller }) {
      const { deleted, restorableUntil } = await deleteMailboxes(deps, asLoggedIn(caller), body)
      return { deleted, restorableUntil: isoTimeOrNull(restorableUntil) }
    },

    restoreEmailAccount: async ({ body, caller }) => ({
      restored: await restoreMailboxes(deps, asAccount(caller), body.ids),
    }),

    importEmailAccount: ({ body, caller }) => importAccounts(deps, asAccount(caller), body),

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

import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Db } from '../../database/types.ts'
import { asAccount, asLoggedIn, mailboxScope } from '../../identity/access.ts'
import type { BeginJob } from '../../jobs/long/long-job.ts'
import { AppError } from '../../kernel/app-error.ts'
import { fileHeaders } from '../../kernel/call/file-headers.ts'
import { type Handlers, RawAnswer } from '../../kernel/call/handlers.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventHub } from '../../ledger/event/event-hub.ts'
import { fetchRemoteImage } from '../../outside/fetch-image.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { createFolder, editFolder } from '../folder/edit-folders.ts'
import { listFolders } from '../folder/list-folders.ts'
import { coverMail, coverRows } from '../look/cover-mail.ts'
import { noteListSeen, noteMailSeen, noteUncovered } from '../look/note-step.ts'
import { mailboxWords } from '../words/words.ts'
import {
  checkMailbox,
  checkShownFolder,
  deleteMails,
  markAllRead,
  markRead,
  updateMails,
} from './change-mails.ts'
import { beginRange, countRange, emptyTrash, trashRange } from './delete-range.ts'
import { figures, type Recent } from './figures.ts'
import { shownMail } from './mail-row.ts'
import { namesImage, readAttached, readAttachment, readMail, readSource } from './read-mail.ts'
import type { Reading } from './reading.ts'
import { removeFolders } from './remove-folders.ts'
import { newestUnread, pageOfMails } from './repository.ts'
import { unreadCounts } from './unread-repository.ts'

type Deps = {
  begin: BeginJob
  hub: EventHub
  db: Db
  clock: Clock
  blobs: BlobStore
  reading: Reading
  fetch: GuardedFetch
  recent: Recent
}

const defaultPage = 50
const newestShown = 20

const cursorOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  if (!/^[0-9a-z]{1,11}$/.test(text))
    throw new AppError('invalidInput', { fields: { cursor: mailboxWords.badCursor } })
  return Number.parseInt(text, 36)
}

const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text)

export function mailboxRoutes(deps: Deps) {
  return {
    async getInbox({ query, caller }) {
      const me = asLoggedIn(caller)
      await checkMailbox(deps.db, me, query.mailbox)
      await checkShownFolder(deps.db, me, query.folder)
      const { rows, next } = await pageOfMails(deps.db, mailboxScope(me), {
        mailboxId: query.mailbox,
        folder: query.folder ?? 'inbox',
        unread: query.unread,
        hasCode: query.hasCode,
        hasAttachment: query.hasAttachment,
        label: query.label,
        q: query.q,
        from: timeOf(query.from),
        to: timeOf(query.to),
        before: cursorOf(query.cursor),
        limit: query.pageSize ?? defaultPage,
      })
      await noteListSeen(deps, me, query.folder ?? 'inbox', query.q !== undefined)
      const list = await coverRows(deps.db.query, me, rows.map(shownMail))
      return { list, nextCursor: next === null ? null : next.toString(36) }
    },

    async getUnreadEmail({ caller }) {
      const scope = mailboxScope(asLoggedIn(caller))
      const [counts, newest] = await Promise.all([
        unreadCounts(deps.db.query, scope),
        newestUnread(deps.db.query, scope, newestShown),
      ])
      return { ...counts, list: newest.map(shownMail) }
    },

    async setReadEmail({ body, caller }) {
      const me = asLoggedIn(caller)
      const changed =
        body.ids === undefined
          ? await markAllRead(deps, me, body.mailbox, body.read)
          : await markRead(deps, me, body.ids, body.read)
      return { changed }
    },

    async updateEmail({ body, caller }) {
      const { ids, ...change } = body
      return { changed: await updateMails(deps, asLoggedIn(caller), ids, change) }
    },

    getFolders: async ({ query, caller }) => ({
      list: await listFolders(deps.db, asLoggedIn(caller), query.mailbox),
    }),

    createFolder: async ({ body, caller }) => ({
      folder: await createFolder(deps, asLoggedIn(caller), body),
    }),

    editFolder: async ({ body, caller }) => ({ folder: await editFolder(deps, asLoggedIn(caller), body) }),

    delFolder: ({ body, caller }) => removeFolders(deps, asLoggedIn(caller), body.ids),

    deleteEmail: ({ params, caller }) => deleteMails(deps, asLoggedIn(caller), [params.id]),

    delEmail: ({ body, caller }) => deleteMails(deps, asLoggedIn(caller), body.ids),

    async deleteEmailsInTimeRange({ body, caller }) {
      const me = asLoggedIn(caller)
      const range = { mailboxId: body.mailbox, from: Date.parse(body.from), to: Date.parse(body.to) }
      if (body.dryRun) return { count: await countRange(deps, me, range) }
      if (body.job) return beginRange(deps, me, range)
      return { count: await trashRange(deps, me, range) }
    },

    emptyTrash: async ({ body, caller }) => ({
      deleted: await emptyTrash(deps, asLoggedIn(caller), body.mailbox),
    }),

    async getEmail({ params, caller }) {
      const me = asLoggedIn(caller)
      const mail = await readMail(deps, me, params.id)
      await noteMailSeen(deps, me, mail)
      return { mail: await coverMail(deps.db.query, me, mail) }
    },

    async uncoverEmail({ body, caller }) {
      const me = asAccount(caller)
      if (!me.look) throw new AppError('notFound')
      const mail = await readMail(deps, me, body.id)
      await noteUncovered(deps, me, mail)
      return { mail: await coverMail(deps.db.query, me, mail) }
    },

    async getEmailSource({ params, caller }) {
      const bytes = await readSource(deps, mailboxScope(asLoggedIn(caller)), params.id)
      return new RawAnswer(fileHeaders(`${params.id}.eml`, 'message/rfc822'), bytes)
    },

    async getAttachment({ params, caller }) {
      const file = await readAttachment(deps, asLoggedIn(caller), params.id, params.attachmentId)
      return new RawAnswer(fileHeaders(file.filename, file.contentType), file.bytes)
    },

    getAttachedEmail: async ({ params, caller }) => ({
      mail: await readAttached(deps, asLoggedIn(caller), params.id, params.attachmentId),
    }),

    async getImage({ params, query, caller }) {
      if (!(await namesImage(deps, asLoggedIn(caller), params.id, query))) throw new AppError('notFound')
      const image = await fetchRemoteImage(deps.fetch, query.url).catch((cause: unknown) => {
        throw new AppError('remoteRefused', { msg: mailboxWords.imageNotFetched, cause })
      })
      return new RawAnswer(fileHeaders('image', image.contentType), image.bytes)
    },

    getFigures: () => figures(deps),
  } satisfies Partial<Handlers>
}

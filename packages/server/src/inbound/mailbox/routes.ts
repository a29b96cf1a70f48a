import { AppError } from '../../app-error.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../database/types.ts'
import { fileHeaders } from '../../http/file-headers.ts'
import { type Handlers, RawAnswer } from '../../http/handlers.ts'
import { asLoggedIn, mailboxScope } from '../../identity/access.ts'
import { fetchRemoteImage } from '../../outside/fetch-image.ts'
import type { GuardedFetch } from '../../outside/guarded-fetch.ts'
import { openEventStream, type StreamDeps } from '../notify/event-stream.ts'
import type { OpenStreams } from '../notify/open-streams.ts'
import { waitMail } from '../notify/wait-mail.ts'
import { checkMailbox, deleteMails, markAllRead, markRead, updateMails } from './change-mails.ts'
import { countRange, emptyTrash, trashRange } from './delete-range.ts'
import { figures, type Recent } from './figures.ts'
import { shownMail } from './mail-row.ts'
import { namesImage, readAttached, readAttachment, readMail, readSource } from './read-mail.ts'
import type { Reading } from './reading.ts'
import { newestUnread, pageOfMails } from './repository.ts'
import { unreadCounts } from './unread-counts.ts'

type Deps = StreamDeps & {
  db: Db
  clock: Clock
  blobs: BlobStore
  reading: Reading
  fetch: GuardedFetch
  recent: Recent
  /** Of `waitEmail`. */
  waits: OpenStreams
}

const defaultPage = 50
const newestShown = 20

const cursorOf = (text: string | undefined): number | null => {
  if (text === undefined) return null
  if (!/^[0-9a-z]{1,11}$/.test(text)) throw new AppError('invalidInput', { fields: { cursor: '游标不对' } })
  return Number.parseInt(text, 36)
}

const timeOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Date.parse(text)

export function mailboxRoutes(deps: Deps) {
  return {
    async getInbox({ query, caller }) {
      const me = asLoggedIn(caller)
      await checkMailbox(deps.db, me, query.mailbox)
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
      return { list: rows.map(shownMail), nextCursor: next === null ? null : next.toString(36) }
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

    deleteEmail: ({ params, caller }) => deleteMails(deps, asLoggedIn(caller), [params.id]),

    delEmail: ({ body, caller }) => deleteMails(deps, asLoggedIn(caller), body.ids),

    async deleteEmailsInTimeRange({ body, caller }) {
      const me = asLoggedIn(caller)
      const range = { mailboxId: body.mailbox, from: Date.parse(body.from), to: Date.parse(body.to) }
      return { count: body.dryRun ? await countRange(deps, me, range) : await trashRange(deps, me, range) }
    },

    emptyTrash: async ({ body, caller }) => ({
      deleted: await emptyTrash(deps, asLoggedIn(caller), body.mailbox),
    }),

    getEmail: async ({ params, caller }) => ({ mail: await readMail(deps, asLoggedIn(caller), params.id) }),

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
        throw new AppError('remoteRefused', { msg: '图片没有取到', cause })
      })
      return new RawAnswer(fileHeaders('image', image.contentType), image.bytes)
    },

    async waitEmail({ query, caller, signal }) {
      const me = asLoggedIn(caller)
      const mail = await waitMail(
        deps,
        me,
        {
          mailbox: query.mailbox,
          from: query.from,
          subject: query.subject,
          code: query.code ?? false,
          since: timeOf(query.since),
          timeoutSeconds: query.timeout ?? 30,
        },
        signal,
      )
      // Much may have happened while it waited: the key replaced, the account stopped.
      if (!(await deps.stillValid(me))) throw new AppError('loginNeeded')
      return { mail }
    },

    async events({ caller, header, signal }) {
      const stream = await openEventStream(deps, asLoggedIn(caller), header('last-event-id'), signal)
      return new RawAnswer(
        {
          'content-type': 'text/event-stream; charset=utf-8',
          'cache-control': 'no-store',
          'x-accel-buffering': 'no',
        },
        stream,
      )
    },

    getFigures: () => figures(deps),
  } satisfies Partial<Handlers>
}

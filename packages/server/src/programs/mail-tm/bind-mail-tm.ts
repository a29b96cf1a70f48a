/**
 * The public calls of mail.tm, so that programs written for it work here unchanged: a thin layer over our own calls, which
 * keep every rule, limit and guard. It is off until an admin turns it on, lives under /mailtm, and at the root where a
 * setting says so. An account there is an e-mail account here; its token is an ordinary log-in to one mailbox.
 */
import { pipeline } from 'node:stream'
import { domainName, localPart } from '@yanshu/contract/fields'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Db } from '../../database/types.ts'
import { openDomainRows } from '../../domain/domains.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Caller, MailboxCaller } from '../../kernel/call/caller.ts'
import { goneSignal } from '../../kernel/call/gone.ts'
import type { Handlers } from '../../kernel/call/handlers.ts'
import { RawAnswer } from '../../kernel/call/handlers.ts'
import { refusingNul } from '../../kernel/call/nul.ts'
import { plainAddress } from '../../kernel/client-address.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import { normalAddress } from '../../mail/address/mailbox-address.ts'
import { findMailbox, findMailboxByAddress, type MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { listMailsByIds, pageOfKept } from '../../mailbox/mail/mails.ts'
import { mercureStream } from './mercure.ts'
import { createSecondRate } from './rate.ts'
import { tmFault, tmRefusal } from './refusals.ts'
import * as shapes from './shapes.ts'

export type MailTmDeps = {
  db: Db
  clock: Clock
  log: Log
  site: SiteSettings
  handlers: Handlers
  identify: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>
  started: Promise<void>
}

const credentials = z.object({
  address: z.string('This value should not be blank.').trim().min(3).max(320),
  password: z.string('This value should not be blank.').min(8, 'This value is too short.').max(256),
})
/** The same rules for names as everywhere else. */
const chosenAddress = z.object({ domain: domainName, localPart })
/** A log-in attempt is only compared, so its fields have loose limits. */
const attempt = z.object({ address: z.string().max(320), password: z.string().max(1024) })
const idParam = z.object({ id: z.string().regex(/^[0-9A-Za-z_-]{1,64}$/) })
const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) })
const seenPatch = z.object({ seen: z.boolean() })

const notFound = () => new AppError('notFound')

/** Handlers of calls may answer with bytes; the ones used here do not. */
function fieldsOf<T extends object>(answer: T | RawAnswer): T {
  if (answer instanceof RawAnswer) throw new Error('fields were expected')
  return answer
}
function bytesOf(answer: object): RawAnswer {
  if (!(answer instanceof RawAnswer)) throw new Error('bytes were expected')
  return answer
}

function idOf(request: FastifyRequest): string {
  const parsed = idParam.safeParse(request.params)
  if (!parsed.success) throw notFound()
  return parsed.data.id
}

const linkedOf = (request: FastifyRequest): boolean => shapes.wantsLinkedData(request.headers.accept)

function send(request: FastifyRequest, reply: FastifyReply, body: object, status = 200): FastifyReply {
  const type = linkedOf(request) ? 'application/ld+json' : 'application/json'
  return reply
    .code(status)
    .type(`${type}; charset=utf-8`)
    .header('cache-control', 'no-store')
    .send(JSON.stringify(body))
}

function bindUnder(app: FastifyInstance, prefix: string, deps: MailTmDeps): void {
  const { handlers, db } = deps
  const mayAsk = createSecondRate(deps.clock)

  /** The data that every handler gets besides the caller. */
  const rest = (request: FastifyRequest, reply: FastifyReply) => {
    const header = (name: string) => {
      const value = request.headers[name]
      return Array.isArray(value) ? value[0] : value
    }
    return { header, signal: goneSignal(reply), params: undefined, query: undefined, body: undefined }
  }

  async function me(request: FastifyRequest, reply: FastifyReply): Promise<MailboxCaller> {
    const caller = await deps.identify(request, reply)
    if (caller.role !== 'mailbox') throw new AppError('loginNeeded')
    return caller
  }

  async function account(id: string): Promise<MailboxRow> {
    const row = await findMailbox(db.query, id)
    if (!row) throw notFound()
    return row
  }

  /** A mail that is in the trash is gone, as far as that API knows. */
  async function message(request: FastifyRequest, reply: FastifyReply, caller: MailboxCaller) {
    const { mail } = fieldsOf(
      await handlers.getEmail({ ...rest(request, reply), params: { id: idOf(request) }, caller }),
    )
    if (mail.folder === 'trash') throw notFound()
    return mail
  }

  const sendBytes = (reply: FastifyReply, answer: RawAnswer) =>
    reply.headers(answer.headers).send(answer.body)

  app.get(`${prefix}/domains`, async (request, reply) => {
    const { page } = pageQuery.parse(request.query)
    const rows = await openDomainRows(db.query)
    const shown = rows.slice((page - 1) * shapes.pageSize, page * shapes.pageSize)
    const where = { page, total: rows.length }
    return send(
      request,
      reply,
      shapes.shownMany('Domain', shown.map(shapes.domainResource), where, linkedOf(request)),
    )
  })

  app.get(`${prefix}/domains/:id`, async (request, reply) => {
    const id = idOf(request)
    const row = (await openDomainRows(db.query)).find(domain => domain.id === id)
    if (!row) throw notFound()
    return send(request, reply, shapes.shownOne(shapes.domainResource(row), linkedOf(request)))
  })

  app.post(`${prefix}/accounts`, async (request, reply) => {
    const { address, password } = credentials.parse(request.body ?? {})
    const at = address.lastIndexOf('@')
    const caller = await deps.identify(request, reply)
    if (at < 1)
      throw new AppError('invalidInput', { fields: { address: 'This value is not a valid email address.' } })
    const body = chosenAddress.parse({ domain: address.slice(at + 1), localPart: address.slice(0, at) })
    const made = fieldsOf(
      await handlers.regEmail({ ...rest(request, reply), body: { ...body, password }, caller }),
    )
    const row = await findMailboxByAddress(db.query, made.address)
    if (!row) throw notFound()
    return send(request, reply, shapes.shownOne(shapes.accountResource(row), linkedOf(request)), 201)
  })

  app.post(`${prefix}/token`, async (request, reply) => {
    const given = attempt.safeParse(request.body ?? {})
    if (!given.success) throw new AppError('badRequest')
    const caller = await deps.identify(request, reply)
    const body = { ...given.data, proof: undefined }
    const { token, address } = fieldsOf(await handlers.loginEmail({ ...rest(request, reply), body, caller }))
    const row = await findMailboxByAddress(db.query, normalAddress(address) ?? address)
    if (!row) throw new AppError('wrongCredentials')
    const linked = linkedOf(request) ? { '@id': `/accounts/${row.id}` } : {}
    return send(request, reply, { token, ...linked, id: row.id })
  })

  app.get(`${prefix}/me`, async (request, reply) => {
    const { mailboxId } = await me(request, reply)
    return send(
      request,
      reply,
      shapes.shownOne(shapes.accountResource(await account(mailboxId)), linkedOf(request)),
    )
  })

  app.get(`${prefix}/accounts/:id`, async (request, reply) => {
    const { mailboxId } = await me(request, reply)
    if (idOf(request) !== mailboxId) throw notFound()
    return send(
      request,
      reply,
      shapes.shownOne(shapes.accountResource(await account(mailboxId)), linkedOf(request)),
    )
  })

  app.delete(`${prefix}/accounts/:id`, async (request, reply) => {
    const caller = await me(request, reply)
    if (idOf(request) !== caller.mailboxId) throw notFound()
    await handlers.delEmailAccount({ ...rest(request, reply), body: { ids: [caller.mailboxId] }, caller })
    return reply.code(204).send()
  })

  app.get(`${prefix}/messages`, async (request, reply) => {
    const { mailboxId } = await me(request, reply)
    const { page } = pageQuery.parse(request.query)
    const { rows, total } = await pageOfKept(db.query, mailboxId, page, shapes.pageSize)
    const list = rows.map(shapes.messageInList)
    return send(request, reply, shapes.shownMany('Message', list, { page, total }, linkedOf(request)))
  })

  app.get(`${prefix}/messages/:id`, async (request, reply) => {
    const mail = await message(request, reply, await me(request, reply))
    return send(request, reply, shapes.shownOne(shapes.wholeMessage(mail), linkedOf(request)))
  })

  app.patch(`${prefix}/messages/:id`, async (request, reply) => {
    const caller = await me(request, reply)
    const { seen } = seenPatch.parse(request.body ?? {})
    const { id } = await message(request, reply, caller)
    await handlers.setReadEmail({ ...rest(request, reply), body: { ids: [id], read: seen }, caller })
    return send(request, reply, { seen })
  })

  app.delete(`${prefix}/messages/:id`, async (request, reply) => {
    const caller = await me(request, reply)
    const { id } = await message(request, reply, caller)
    // There is no trash there: what is deleted is gone.
    const deletion = { ...rest(request, reply), params: { id }, caller }
    const { trashed } = fieldsOf(await handlers.deleteEmail(deletion))
    if (trashed > 0) await handlers.deleteEmail(deletion)
    return reply.code(204).send()
  })

  app.get(`${prefix}/messages/:id/download`, async (request, reply) => {
    const caller = await me(request, reply)
    const { id } = await message(request, reply, caller)
    return sendBytes(
      reply,
      bytesOf(await handlers.getEmailSource({ ...rest(request, reply), params: { id }, caller })),
    )
  })

  app.get(`${prefix}/messages/:id/attachment/:attachmentId`, async (request, reply) => {
    const caller = await me(request, reply)
    const { id } = await message(request, reply, caller)
    const { attachmentId = '' } = request.params as { attachmentId?: string }
    if (!/^[0-9.]{1,200}$/.test(attachmentId)) throw notFound()
    const params = { id, attachmentId }
    return sendBytes(
      reply,
      bytesOf(await handlers.getAttachment({ ...rest(request, reply), params, caller })),
    )
  })

  app.get(`${prefix}/sources/:id`, async (request, reply) => {
    const caller = await me(request, reply)
    const mail = await message(request, reply, caller)
    const source = bytesOf(
      await handlers.getEmailSource({ ...rest(request, reply), params: { id: mail.id }, caller }),
    )
    const bytes = Buffer.isBuffer(source.body) ? source.body : Buffer.alloc(0)
    return send(request, reply, shapes.shownOne(shapes.sourceOf(mail, bytes), linkedOf(request)))
  })

  app.get(`${prefix}/.well-known/mercure`, async (request, reply) => {
    const caller = await me(request, reply)
    const { topic } = z.object({ topic: z.string().optional() }).parse(request.query)
    if (topic !== undefined && !topic.endsWith(`/accounts/${caller.mailboxId}`)) throw notFound()
    const stream = bytesOf(await handlers.events({ ...rest(request, reply), caller }))
    if (Buffer.isBuffer(stream.body)) throw new Error('a stream was expected')
    const scope = { kind: 'mailbox', mailboxId: caller.mailboxId } as const
    const translated = mercureStream(ids => listMailsByIds(db.query, scope, ids))
    pipeline(stream.body, translated, () => undefined)
    return reply.headers(stream.headers).send(translated)
  })

  app.addHook('onRequest', async (request, reply) => {
    await deps.started
    const { mailTmApi, mailTmAtRoot } = await deps.site.read()
    if (!mailTmApi || (prefix === '' && !mailTmAtRoot)) return reply.callNotFound()
    if (!mayAsk(plainAddress(request.ip))) throw new AppError('tooMany', { retryAfter: 1 })
  })
}

export function bindMailTm(app: FastifyInstance, deps: MailTmDeps): void {
  for (const prefix of ['/mailtm', '']) {
    void app.register((scope, _options, done) => {
      const parse = scope.getDefaultJsonParser('error', 'error')
      for (const type of ['application/merge-patch+json', 'application/ld+json']) {
        scope.addContentTypeParser(type, { parseAs: 'string' }, (request, body, parsed) => {
          void parse(request, body as string, refusingNul(body as string, parsed))
        })
      }
      scope.setErrorHandler((cause, request, reply) => {
        const linked = linkedOf(request)
        const known = tmRefusal(cause, linked)
        if (!known) deps.log.error({ err: cause, route: request.routeOptions.url }, 'request failed')
        const { status, body, retryAfter } = known ?? tmFault(cause, linked)
        if (retryAfter !== null) reply.header('retry-after', retryAfter)
        return send(request, reply, body, status)
      })
      bindUnder(scope, prefix, deps)
      done()
    })
  }
}

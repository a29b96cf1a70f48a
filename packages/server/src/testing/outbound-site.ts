/** Starts a test site that sends mail. A scripted foreign server stands for every domain under .test. */
import type { SentMail } from '@yanshu/contract'
import type { DatabaseKind } from '../database/types.ts'
import type { DelivererDeps } from '../outbound/deliver/deliver.ts'
import type { Answer, Resolver } from '../outside/resolver.ts'
import { fakeResolver } from './fake-resolver.ts'
import { startMailSite } from './mail-site.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from './people.ts'
import { type ScriptedSmtpServer, type SmtpScript, startScriptedSmtp } from './scripted-smtp-server.ts'
import type { TestApp, TestAppOptions } from './test-app.ts'

export type OutboundSite = {
  readonly site: TestApp
  /** The other side. */
  readonly far: ScriptedSmtpServer
  readonly admin: string
  /** Domains whose names fail to resolve, do not exist, or have no answer yet. */
  readonly names: NameFaults
  stop(): Promise<void>
}

type Fault = Answer<never>['kind']
export type NameFaults = Map<string, Fault | Promise<Fault>>

const resolverOf = (names: NameFaults): Resolver =>
  fakeResolver({
    async MX(domain) {
      const kind = await names.get(domain)
      if (kind === 'noSuchName') return { kind }
      if (kind === 'trouble') return { kind, why: 'server' }
      return { kind: 'found', records: [{ exchange: `mx.${domain}`, priority: 10 }] }
    },
    A: () => ({ kind: 'found', records: ['127.0.0.1'] }),
  })

/**
 * Routes the program to the other side: names from a table, a port of its own, this machine's own address.
 */
export const deliveryTo = (port: number, names: NameFaults = new Map()): Partial<DelivererDeps> => ({
  resolver: resolverOf(names),
  mxPort: port,
  allowPrivate: () => true,
  isOurAddress: () => false,
  // Each delivery opens its own connection, so that it meets the current script.
  pool: { uses: 1 },
})

export async function startOutboundSite(
  kind: DatabaseKind,
  script: SmtpScript = {},
  options: TestAppOptions = {},
): Promise<OutboundSite> {
  const far = await startScriptedSmtp(script)
  const names: NameFaults = new Map()
  const site = await startMailSite(kind, { delivery: deliveryTo(far.port, names), ...options })
  const admin = await site.adminToken()
  await site.ok('updateSetting', { body: { values: { undoSeconds: 0 } } }, admin)
  return {
    site,
    far,
    admin,
    names,
    async stop() {
      await site.stop()
      await far.stop()
    },
  }
}

const all = { send: true, upload: true, createDomain: false, createCard: false, useApi: true }

export type Sender = { readonly person: Person; readonly box: TestMailbox }

/** Makes an account that may send, with one mailbox. */
export async function makeSender(
  site: TestApp,
  name: string,
  sendsPerDay: number | null = null,
): Promise<Sender> {
  const limits = { domains: null, mailboxes: null, storageMb: null, sendsPerDay, apiPerMinute: null }
  const person = await makePerson(site, name, { role: 'user', can: all, limits })
  return { person, box: await makeMailbox(site, name, person.id) }
}

/** Makes a mailbox without an owner that may send by itself. */
export async function makeSendingMailbox(site: TestApp, name: string): Promise<TestMailbox> {
  const box = await makeMailbox(site, name)
  await site.app.db.transaction(async tx => {
    await tx.updateTable('mailbox').set({ may_send: 1 }).where('id', '=', box.id).execute()
  })
  return box
}

export type Sending = { to: readonly string[]; [field: string]: unknown }

/** Sends a mail. The clock moves on afterwards, so that the order of mails in a list is certain. */
export async function send(site: TestApp, { person, box }: Sender, mail: Sending): Promise<string> {
  const body = { from: box.address, subject: 'hello', text: 'good day', ...mail }
  const { id } = await site.ok('sendEmail', { body }, person.token)
  site.clock.advance(1)
  return id
}

export async function sent(site: TestApp, token: string, id: string): Promise<SentMail> {
  return (await site.ok('getSent', { params: { id } }, token)).mail
}

export const states = (mail: SentMail): Record<string, string> =>
  Object.fromEntries(mail.recipients.map(({ address, state }) => [address, state]))

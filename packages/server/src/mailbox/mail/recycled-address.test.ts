import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswords } from '../../identity/session/password.ts'
import { condition, sampleRule } from '../../inbound/filter/testing/sample-facts.ts'
import { hour } from '../../kernel/clock.ts'
import { openPop3 } from '../../programs/fetch/pop3/testing/test-client.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { freePort } from '../../testing/free-port.ts'
import { fileOf, inbox, plainMail, receive, subjects } from '../../testing/mail-site.ts'
import { makeSendingMailbox, type OutboundSite, startOutboundSite } from '../../testing/outbound-site.ts'
import { localDomain, type TestMailbox } from '../../testing/people.ts'
import { updateMailbox } from '../account/repository.ts'

const password = 'the old pass phrase'
const secret = 'of-the-first-holder'
const browser = {
  endpoint: 'https://93.184.216.34/push',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  onlyCode: false,
}

describe.each(databaseKinds)('an address that ended and was made anew by another, on %s', kind => {
  let out: OutboundSite
  let popPort: number
  let hash: string
  let before: TestMailbox
  let now: TestMailbox
  let things: { mail: string; draft: string; file: string; sent: string }

  const site = () => out.site
  const letIn = (id: string, change: Parameters<typeof updateMailbox>[2]) =>
    site().app.db.transaction(tx => updateMailbox(tx, id, change))

  async function popSays(address: string): Promise<string> {
    const client = await openPop3(popPort, { tls: true })
    await client.line()
    await client.say(`USER ${address}`)
    const answer = await client.say(`PASS ${password}`)
    client.socket().destroy()
    return answer
  }

  const statusOf = async (token: string, path: string) => (await fileOf(site(), token, path)).status
  const logIn = async (address: string) =>
    (await site().call('loginEmail', { body: { address, password } })).status

  /** Everything that the first holder has is there, so that it can be missed later. */
  async function fill(): Promise<void> {
    const { token, address, id: mailbox } = before
    await receive(site(), { to: address, raw: plainMail({ subject: secret, text: secret }) })
    const [mail] = await inbox(site(), token)
    const form = new FormData()
    form.append('file', new Blob([secret]), `${secret}.txt`)
    const init = { method: 'POST', body: form, headers: { authorization: `Bearer ${token}` } }
    const file = ((await site().fetch('/api/user/uploadFile', init)).body as { id?: string }).id ?? ''
    const { draft } = await site().ok('saveDraft', { body: { subject: secret, attachments: [file] } }, token)
    const letter = { from: address, to: [`${secret}@late.test`], subject: secret, text: secret }
    const { id: sent } = await site().ok('sendEmail', { body: letter }, token)
    await site().app.deliverDue()
    things = { mail: mail?.id ?? '', draft: draft.id, file, sent }
    const to = [`${secret}@far.test`]
    await site().ok('setForwarding', { body: { mailbox, to, keep: true } }, token)
    const reply = { mailbox, enabled: true, from: null, until: null, subject: secret, text: secret }
    await site().ok('setAutoReply', { body: reply }, token)
    await site().ok('setSignature', { body: { name: secret, signature: secret } }, token)
    const conditions = [condition('subject', 'contains', 'offer')]
    const rule = sampleRule({ name: secret, conditions, scope: { kind: 'mailbox', id: mailbox } })
    await site().ok('addFilter', { body: rule }, token)
    const hook = { name: secret, kind: 'generic', url: 'https://93.184.216.34/', onlyCode: false } as const
    await site().ok('addWebhook', { body: { ...hook, mailbox: null, enabled: true } }, token)
    await site().ok('setPush', { body: browser }, token)
    expect(await popSays(address)).toMatch(/^\+OK/)
    expect(await logIn(address)).toBe(200)
    expect(await seen(token, mailbox)).toContain(secret)
  }

  /** All that a holder can list. */
  async function seen(token: string, mailbox: string): Promise<string> {
    const folders = ['inbox', 'spam', 'trash'] as const
    const sentFolders = ['sent', 'scheduled', 'queue'] as const
    const answers = [
      ...(await Promise.all(folders.map(folder => inbox(site(), token, { folder })))),
      ...(await Promise.all(
        sentFolders.map(folder => site().ok('getSentEmail', { query: { folder } }, token)),
      )),
      await site().ok('getDrafts', {}, token),
      await site().ok('getSenders', {}, token),
      await site().ok('getContacts', { query: { q: secret.slice(0, 5) } }, token),
      await site().ok('getForwarding', { query: { mailbox } }, token),
      await site().ok('getAutoReply', { query: { mailbox } }, token),
      await site().ok('getFilters', {}, token),
      await site().ok('getWebhooks', {}, token),
      (await fileOf(site(), token, '/api/user/exportData')).bytes.toString(),
    ]
    return JSON.stringify(answers)
  }

  beforeAll(async () => {
    popPort = await freePort()
    hash = await createPasswords().hash(password)
    out = await startOutboundSite(kind, {}, { environment: { YANSHU_POP3S_PORT: String(popPort) } })
    out.names.set('late.test', 'trouble')
    before = await makeSendingMailbox(site(), 'reborn')
    await letIn(before.id, { password_hash: hash, expires_at: site().clock.now() + hour })
    await fill()
    site().clock.advance(2 * hour)
    await site().app.runJobs()
    await site().ok('releaseName', { body: { address: before.address } }, await site().adminToken())
    const made = await site().ok('regEmail', {
      body: { domain: localDomain, localPart: 'reborn', lifetime: { minutes: 10_080 } },
    })
    const { list } = await site().ok('emailList', {}, made.token)
    now = { id: list[0]?.id ?? '', address: made.address, token: made.token }
    await letIn(now.id, { may_send: 1 })
  })
  afterAll(() => out.stop())

  it('is another mailbox under the same name', () => {
    expect(now.address).toBe(before.address)
    expect(now.id).not.toBe(before.id)
  })

  it('shows its new holder nothing of the old one', async () => {
    expect(await seen(now.token, now.id)).not.toContain(secret)
    expect((await site().ok('getPush', {}, now.token)).subscribed).toBe(false)
    const paths = [
      `/api/user/getEmailSource/${things.mail}`,
      `/api/user/getDraft/${things.draft}`,
      `/api/user/getFile/${things.file}`,
      `/api/user/getSent/${things.sent}`,
      `/api/user/getSentSource/${things.sent}`,
    ]
    for (const path of paths) expect([path, await statusOf(now.token, path)]).toEqual([path, 404])
  })

  it('is opened by no token and no password of the old one', async () => {
    expect((await site().call('getInbox', {}, before.token)).status).toBe(401)
    expect(await logIn(now.address)).toBe(401)
    expect(await popSays(now.address)).toMatch(/^-ERR/)
  })

  it('does with new mail nothing that the old holder asked for', async () => {
    const given = out.far.messages.length
    await receive(site(), { to: now.address, raw: plainMail({ subject: 'an offer' }) })
    await site().app.deliverDue()
    // The rule of the old holder would have called it spam.
    expect(subjects(await inbox(site(), now.token))).toEqual(['an offer'])
    expect(out.far.messages.length).toBe(given)
    const { query } = site().app.db
    expect(await query.selectFrom('webhook_delivery').select('id').execute()).toEqual([])
    expect(await query.selectFrom('push_subscription').select('id').execute()).toEqual([])
  })

  it('is not told what became of the mail that the old one sent', async () => {
    const had = (await inbox(site(), now.token)).length
    out.names.set('late.test', 'noSuchName')
    site().clock.advance(hour)
    await site().app.deliverDue()
    await site().app.settled()
    const row = await site()
      .app.db.query.selectFrom('outgoing_recipient')
      .select('state')
      .where('outgoing_id', '=', things.sent)
      .executeTakeFirst()
    expect(['cancelled', undefined]).toContain(row?.state)
    expect((await inbox(site(), now.token)).length).toBe(had)
  })

  it('leaves none of the old one’s drafts, files and contacts behind', async () => {
    const { query } = site().app.db
    const key = `mailbox:${before.id}`
    for (const table of ['draft', 'upload', 'contact'] as const) {
      const rows = await query.selectFrom(table).select('owner_key').where('owner_key', '=', key).execute()
      expect([table, rows]).toEqual([table, []])
    }
  })
})

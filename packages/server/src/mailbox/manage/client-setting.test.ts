import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../../testing/databases.ts'
import { freePort } from '../../testing/free-port.ts'
import { makeMailbox, makePerson, type Person, type TestMailbox } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

const toJson = 'import plistlib, json, sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'

describe.each(databaseKinds)('what a mail program is told of a mailbox on %s', kind => {
  let site: TestApp
  let ann: Person
  let ben: Person
  const ports = { imaps: 0, pop3s: 0, submissions: 0, submission: 0 }
  let count = 0
  beforeAll(async () => {
    for (const name of ['imaps', 'pop3s', 'submissions', 'submission'] as const)
      ports[name] = await freePort()
    site = await startTestApp(kind, {
      environment: {
        YANSHU_MAIL_HOST: 'mx.host.test',
        YANSHU_PUBLIC_URL: 'https://mail.host.test',
        YANSHU_IMAPS_PORT: String(ports.imaps),
        YANSHU_POP3S_PORT: String(ports.pop3s),
        YANSHU_SUBMISSIONS_PORT: String(ports.submissions),
        YANSHU_SUBMISSION_PORT: String(ports.submission),
      },
    })
    ann = await makePerson(site, 'ann')
    ben = await makePerson(site, 'ben')
  })
  afterAll(() => site.stop())

  async function account(
    change: { may_send?: 0 | 1; password_hash?: string | null } = {},
  ): Promise<TestMailbox> {
    const box = await makeMailbox(site, `a&b${++count}`, ann.id)
    await site.app.db.transaction(async tx => {
      const values = { may_send: 1 as const, password_hash: 'x', ...change }
      await tx.updateTable('mailbox').set(values).where('id', '=', box.id).execute()
    })
    return box
  }
  const setting = (box: TestMailbox, token = ann.token) =>
    site.ok('getClientSetting', { query: { id: box.id } }, token)
  const ticketOf = (url: string | null): string => new URL(url ?? '').searchParams.get('ticket') ?? ''
  const profile = (ticket: string) => site.fetch(`/api/getMailProfile?${new URLSearchParams({ ticket })}`)

  it('is both servers, to the owner and to the mailbox itself', async () => {
    const box = await account()
    const told = await setting(box)
    expect(told).toMatchObject({
      imap: { host: 'mx.host.test', ports: [{ port: ports.imaps, security: 'tls' }] },
      incoming: {
        host: 'mx.host.test',
        username: box.address,
        ports: [{ port: ports.pop3s, security: 'tls' }],
      },
      outgoing: {
        ports: [
          { port: ports.submissions, security: 'tls' },
          { port: ports.submission, security: 'starttls' },
        ],
      },
    })
    expect((await setting(box, box.token)).profileUrl).toMatch(
      /^https:\/\/mail\.host\.test\/api\/getMailProfile\?/,
    )
  })

  it('is only what the mailbox can be used for', async () => {
    const silent = await setting(await account({ may_send: 0 }))
    expect([silent.incoming === null, silent.outgoing, silent.profileUrl]).toEqual([false, null, null])
    const locked = await setting(await account({ password_hash: null }))
    expect([locked.imap, locked.incoming, locked.outgoing, locked.profileUrl]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })

  it('is nothing to another', async () => {
    const box = await account()
    const other = await site.call('getClientSetting', { query: { id: box.id } }, ben.token)
    const absent = await site.call('getClientSetting', { query: { id: '0'.repeat(26) } }, ben.token)
    expect([other.status, other.body]).toEqual([404, absent.body])
  })

  it.skipIf(!existsSync('/usr/bin/python3'))(
    'is a profile that others can read, the same each time, without a password',
    async () => {
      const box = await account()
      const ticket = ticketOf((await setting(box)).profileUrl)
      const { status, headers, text } = await profile(ticket)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('application/x-apple-aspen-config')
      expect(headers.get('content-disposition')).toContain('.mobileconfig')
      const read = JSON.parse(
        execFileSync('/usr/bin/python3', ['-c', toJson], { input: text, encoding: 'utf8' }),
      )
      const uuid = /^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/
      expect(read).toMatchObject({ PayloadType: 'Configuration', PayloadUUID: expect.stringMatching(uuid) })
      expect(read.PayloadContent).toEqual([
        {
          PayloadType: 'com.apple.mail.managed',
          PayloadVersion: 1,
          PayloadIdentifier: `${read.PayloadIdentifier}.account`,
          PayloadUUID: expect.stringMatching(uuid),
          PayloadDisplayName: box.address,
          EmailAccountType: 'EmailTypeIMAP',
          EmailAccountDescription: expect.stringContaining(box.address),
          EmailAddress: box.address,
          IncomingMailServerAuthentication: 'EmailAuthPassword',
          IncomingMailServerHostName: 'mx.host.test',
          IncomingMailServerPortNumber: ports.imaps,
          IncomingMailServerUseSSL: true,
          IncomingMailServerUsername: box.address,
          OutgoingMailServerAuthentication: 'EmailAuthPassword',
          OutgoingMailServerHostName: 'mx.host.test',
          OutgoingMailServerPortNumber: ports.submissions,
          OutgoingMailServerUseSSL: true,
          OutgoingMailServerUsername: box.address,
          OutgoingPasswordSameAsIncomingPassword: true,
        },
      ])
      expect((await profile(ticketOf((await setting(box)).profileUrl))).text).toBe(text)
    },
  )

  it('is no profile for a ticket that is forged, old, or of a mailbox that is stopped', async () => {
    const [box, other] = [await account(), await account()]
    const ticket = ticketOf((await setting(box)).profileUrl)
    const forged = ticket.replace(box.id, other.id)
    for (const wrong of [forged, ticket.slice(0, -2), `${ticket}.x`, 'x', '..', `${box.id}.zzzzzzzzzz.`])
      expect((await profile(wrong)).status).toBe(404)
    const admin = await site.adminToken()
    await site.ok('editEmailAccount', { body: { id: box.id, status: 'stopped' } }, admin)
    expect((await profile(ticket)).status).toBe(404)
    await site.ok('editEmailAccount', { body: { id: box.id, status: 'active' } }, admin)
    expect((await profile(ticket)).status).toBe(200)
    site.clock.advance(31 * 60_000)
    expect((await profile(ticket)).status).toBe(404)
  })
})

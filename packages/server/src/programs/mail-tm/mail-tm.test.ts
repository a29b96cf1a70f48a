import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { second } from '../../kernel/clock.ts'
import { databaseKinds } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { plainMail, receive, startMailSite } from '../../testing/mail-site.ts'
import { keyFor, makeMailbox, makePerson } from '../../testing/people.ts'
import type { TestApp } from '../../testing/test-app.ts'

const password = 'a long password'

type Answer = { status: number; headers: Headers; type: string; body: Record<string, unknown> & unknown[] }

describe.each(databaseKinds)('the calls of mail.tm on %s', kind => {
  let site: TestApp
  let admin: string
  beforeAll(async () => {
    site = await startMailSite(kind)
    admin = await site.adminToken()
    await set({ mailTmApi: true })
  })
  afterAll(() => site.stop())

  const set = (values: Record<string, unknown>) => site.ok('updateSetting', { body: { values } }, admin)

  /** A second passes between questions, so that the rate is not what is tested. */
  async function ask(
    method: string,
    path: string,
    options: { token?: string; body?: unknown; linked?: boolean; prefix?: string; type?: string } = {},
  ): Promise<Answer> {
    site.clock.advance(second)
    const response = await fetch(`${site.url}${options.prefix ?? '/mailtm'}${path}`, {
      method,
      headers: {
        accept: options.linked ? 'application/ld+json' : 'application/json',
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(options.body === undefined ? {} : { 'content-type': options.type ?? 'application/json' }),
      },
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const text = await response.text()
    const type = response.headers.get('content-type') ?? ''
    const body = (/json/.test(type) ? JSON.parse(text) : { text }) as Answer['body']
    return { status: response.status, headers: response.headers, type, body }
  }

  async function account(name: string) {
    const address = `${name}@yanshu.test`
    const made = await ask('POST', '/accounts', { body: { address, password } })
    expect(made.status).toBe(201)
    const { body } = await ask('POST', '/token', { body: { address, password } })
    return { address, id: String(body.id), token: String(body.token) }
  }

  it('lead from a domain to an account, its token, and itself', async () => {
    const domains = await ask('GET', '/domains?page=1')
    expect(domains.body).toMatchObject([{ domain: 'yanshu.test', isActive: true, isPrivate: false }])
    const [{ id }] = domains.body as unknown as [{ id: string }]
    expect((await ask('GET', `/domains/${id}`)).body).toMatchObject({ id, domain: 'yanshu.test' })
    const me = await account('first')
    const shown = await ask('GET', '/me', { token: me.token })
    expect(shown.body).toMatchObject({ id: me.id, address: me.address, isDisabled: false, isDeleted: false })
    expect((await ask('GET', `/accounts/${me.id}`, { token: me.token })).body).toEqual(shown.body)
  })

  it('show mail, mark it seen, give its source and attachment, and delete it for good', async () => {
    const me = await account('reader')
    const raw = plainMail({
      subject: 'Your code',
      to: me.address,
      headers: ['Content-Type: multipart/mixed; boundary=b'],
      text: '--b\nContent-Type: text/plain\n\nYour verification code is 482913\n--b\nContent-Type: text/plain; name=a.txt\nContent-Disposition: attachment; filename=a.txt\n\nattached\n--b--',
    })
    await receive(site, { to: me.address, raw })
    const { token } = me
    const list = await ask('GET', '/messages', { token })
    const [message] = list.body as unknown as [Record<string, unknown>]
    expect(message).toMatchObject({
      subject: 'Your code',
      seen: false,
      hasAttachments: true,
      from: { address: 'sender@example.org', name: 'Sender' },
      downloadUrl: `/messages/${message.id}/download`,
    })
    const path = `/messages/${message.id}`
    const whole = await ask('GET', path, { token })
    expect(whole.body).toMatchObject({ verifications: ['482913'], text: /482913/, html: [] })
    const [file] = whole.body.attachments as [{ downloadUrl: string; filename: string }]
    expect(file.filename).toBe('a.txt')
    expect((await ask('GET', file.downloadUrl, { token })).body).toEqual({ text: 'attached' })
    const patched = await ask('PATCH', path, {
      token,
      body: { seen: true },
      type: 'application/merge-patch+json',
    })
    expect([patched.status, patched.body]).toEqual([200, { seen: true }])
    expect((await ask('GET', path, { token })).body.seen).toBe(true)
    const source = await ask('GET', `/sources/${message.id}`, { token })
    expect(String(source.body.data)).toContain(raw.toString('latin1'))
    expect((await ask('DELETE', path, { token })).status).toBe(204)
    for (const gone of [path, `/sources/${message.id}`, `${path}/download`]) {
      expect((await ask('GET', gone, { token })).status).toBe(404)
    }
    const kept = await site.app.db.query
      .selectFrom('mail')
      .select('id')
      .where('id', '=', String(message.id))
      .execute()
    expect(kept).toEqual([])
  })

  it('speak Hydra to those who ask for linked data, by pages of thirty', async () => {
    const me = await account('many')
    for (let at = 0; at < 31; at++) {
      await receive(site, { to: me.address, raw: plainMail({ subject: `mail ${at}` }) })
    }
    const first = await ask('GET', '/messages', { token: me.token, linked: true })
    expect(first.type).toMatch(/^application\/ld\+json/)
    expect(first.body).toMatchObject({
      '@context': '/contexts/Message',
      '@type': 'hydra:Collection',
      'hydra:totalItems': 31,
      'hydra:view': { 'hydra:next': '/messages?page=2', 'hydra:last': '/messages?page=2' },
    })
    expect(first.body['hydra:member']).toHaveLength(30)
    const second = await ask('GET', '/messages?page=2', { token: me.token, linked: true })
    expect(second.body['hydra:member']).toMatchObject([{ '@type': 'Message', subject: 'mail 0' }])
  })

  it('never show what is somebody else’s', async () => {
    const [mine, other] = [await account('mine'), await account('other')]
    await receive(site, { to: other.address })
    const [mail] = (await ask('GET', '/messages', { token: other.token })).body as unknown as [{ id: string }]
    const absent = '01absentabsentabsentabsent'
    for (const [method, path] of [
      ['GET', '/messages/:id'],
      ['PATCH', '/messages/:id'],
      ['DELETE', '/messages/:id'],
      ['GET', '/messages/:id/download'],
      ['GET', '/messages/:id/attachment/1'],
      ['GET', '/sources/:id'],
    ] as const) {
      const options = { token: mine.token, ...(method === 'PATCH' ? { body: { seen: true } } : {}) }
      const theirs = await ask(method, path.replace(':id', mail.id), options)
      const none = await ask(method, path.replace(':id', absent), options)
      expect([path, theirs.status, theirs.body]).toEqual([path, 404, none.body])
    }
    for (const method of ['GET', 'DELETE']) {
      expect((await ask(method, `/accounts/${other.id}`, { token: mine.token })).status).toBe(404)
    }
    const stream = await ask('GET', `/.well-known/mercure?topic=/accounts/${other.id}`, { token: mine.token })
    expect(stream.status).toBe(404)
    expect((await ask('GET', '/me', { token: other.token })).status).toBe(200)
  })

  it('know only logins to one mailbox', async () => {
    const person = await makePerson(site, 'person')
    const key = await keyFor(site, person)
    for (const token of [undefined, 'nonsense', person.token, key]) {
      const { status, body } = await ask('GET', '/messages', token === undefined ? {} : { token })
      expect([status, body]).toEqual([401, { code: 401, message: 'JWT Token not found' }])
    }
    const wrong = await ask('POST', '/token', {
      body: { address: 'first@yanshu.test', password: 'wrong one' },
    })
    expect([wrong.status, wrong.body]).toEqual([401, { code: 401, message: 'Invalid credentials.' }])
  })

  it.each([
    [{ address: 'first@yanshu.test', password }, 'address: This value is already used.'],
    [{ address: 'someone@elsewhere.example', password }, 'address: The domain is not available.'],
    [{ address: 'postmaster@yanshu.test', password }, 'address: This value is not valid.'],
    [{ address: 'nobody', password }, 'address: This value is not a valid email address.'],
    [{ address: 'short@yanshu.test', password: 'short' }, 'password: This value is too short.'],
  ])('refuse %j with 422 and say where', async (body, words) => {
    const plain = await ask('POST', '/accounts', { body })
    expect([plain.status, plain.body.detail]).toEqual([422, words])
    const linked = await ask('POST', '/accounts', { body, linked: true })
    expect(linked.body).toMatchObject({ '@type': 'ConstraintViolationList', 'hydra:description': words })
  })

  it('delete an account with everything in it', async () => {
    const me = await account('ending')
    await receive(site, { to: me.address })
    expect((await ask('DELETE', `/accounts/${me.id}`, { token: me.token })).status).toBe(204)
    expect((await ask('GET', '/me', { token: me.token })).status).toBe(401)
  })

  it('name a mail alike in the list and by itself', async () => {
    const me = await account('named')
    await receive(site, { to: me.address, raw: plainMail({ headers: ['X-Any: 1'] }) })
    const { body: list } = await ask('GET', '/messages', { token: me.token })
    const [{ id, msgid }] = list as unknown as [{ id: string; msgid: string }]
    expect(msgid).toMatch(/^<[0-9a-f-]{36}@example\.org>$/)
    expect((await ask('GET', `/messages/${id}`, { token: me.token })).body.msgid).toBe(msgid)
  })

  it('push what arrives, is read and is deleted, as one message each', async () => {
    const me = await account('pushed')
    const response = await fetch(`${site.url}/mailtm/.well-known/mercure?topic=/accounts/${me.id}`, {
      headers: { authorization: `Bearer ${me.token}` },
    })
    const reader = response.body?.getReader()
    let text = ''
    const reading = (async () => {
      for (;;) {
        const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
        if (done) return
        text += Buffer.from(value).toString()
      }
    })()
    await receive(site, { to: me.address, raw: plainMail({ subject: 'pushed here' }) })
    const data = await eventually('the message', () => /^data: (.*)$/m.exec(text)?.[1])
    expect(JSON.parse(data)).toMatchObject({ '@type': 'Message', subject: 'pushed here', seen: false })
    const { id, msgid } = JSON.parse(data) as { id: string; msgid: string }
    const last = async (name: string, holds: (message: Record<string, unknown>) => boolean) =>
      eventually(name, () => {
        const messages = [...text.matchAll(/^data: (.*)$/gm)].map(([, told]) => JSON.parse(told ?? ''))
        return messages.find(holds)
      })
    await ask('PATCH', `/messages/${id}`, { token: me.token, body: { seen: true } })
    expect(await last('that it was read', message => message.seen === true)).toMatchObject({ id, msgid })
    await ask('DELETE', `/messages/${id}`, { token: me.token })
    expect(await last('that it is deleted', message => message.isDeleted === true)).toMatchObject({ id })
    expect(text).not.toMatch(/^event:/m)
    await reader?.cancel()
    await reading
  })

  it('answer eight times a second, and then ask to wait', async () => {
    site.clock.advance(second)
    // Within one second, however long the machine takes for it.
    const answers = await site.clock.hold(() =>
      Promise.all(
        Array.from({ length: 10 }, () => fetch(`${site.url}/mailtm/domains`).then(answer => answer.status)),
      ),
    )
    expect(answers.sort()).toEqual([...Array<number>(8).fill(200), 429, 429])
    site.clock.advance(second)
    expect((await ask('GET', '/domains')).status).toBe(200)
  })

  it('follow the site’s limits on creation, in a way its clients understand', async () => {
    await set({ freeCreationsPerHour: 0 })
    const refused = await ask('POST', '/accounts', { body: { address: 'limited@yanshu.test', password } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    await set({ freeCreationsPerHour: null, registration: false })
    const closed = await ask('POST', '/accounts', { body: { address: 'limited@yanshu.test', password } })
    expect(closed.status).toBe(422)
    await set({ registration: null })
  })

  it('are at the root only when a setting says so, and nowhere when they are off', async () => {
    await makeMailbox(site, 'rooted')
    expect((await ask('GET', '/domains', { prefix: '' })).status).toBe(404)
    await set({ mailTmAtRoot: true })
    expect((await ask('GET', '/domains', { prefix: '' })).body).toMatchObject([{ domain: 'yanshu.test' }])
    await set({ mailTmApi: false })
    expect((await ask('GET', '/domains', { prefix: '' })).status).toBe(404)
    expect((await ask('GET', '/domains')).status).toBe(404)
    await set({ mailTmApi: true, mailTmAtRoot: null })
  })

  it('ask to come back while the database is out of reach', async () => {
    const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const database = vi.spyOn(site.app.db.query, 'selectFrom').mockImplementation(() => {
      throw lost
    })
    const answers = [await ask('GET', '/domains'), await ask('GET', '/domains', { linked: true })]
    database.mockRestore()
    for (const { status, headers } of answers)
      expect([status, headers.get('retry-after')]).toEqual([503, '5'])
    expect(answers.map(({ body }) => body)).toMatchObject([
      { status: 503, detail: 'Service Unavailable' },
      { 'hydra:description': 'Service Unavailable' },
    ])
    expect((await ask('GET', '/domains')).status).toBe(200)
  })
})

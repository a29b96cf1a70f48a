import { type Call, type CallName, callNames, calls } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../identity/access.ts'
import { databaseKinds } from '../testing/databases.ts'
import { knock } from '../testing/knock.ts'
import { inbox, receive, startMailSite } from '../testing/mail-site.ts'
import {
  keyFor,
  makeMailbox,
  makePerson,
  type Person,
  type TestMailbox,
  tokenFor,
} from '../testing/people.ts'
import { namesThing } from '../testing/sample-request.ts'
import type { TestApp } from '../testing/test-app.ts'

/** Stands in everything that was written to or by other people, and nowhere else. */
const secret = 'kingfisher'

const letter = [
  `From: ${secret} <${secret}@letters.example>`,
  'To: someone@yanshu.test',
  `Subject: about the ${secret}`,
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=cut',
  '',
  '--cut',
  'Content-Type: text/plain; charset=utf-8',
  '',
  `The ${secret} is at the river.`,
  '--cut',
  'Content-Type: text/plain',
  `Content-Disposition: attachment; filename="${secret}.txt"`,
  '',
  `${secret} ${secret}`,
  '--cut--',
  '',
].join('\r\n')

describe.each(databaseKinds)('the mail of other people on %s', kind => {
  let site: TestApp
  let admin: Person
  let owner: Person
  let boxes: TestMailbox[]
  let looked: TestMailbox
  let key: string
  let ids: string[]

  const deliver = (box: TestMailbox) =>
    receive(site, { from: `${secret}@letters.example`, to: box.address, raw: Buffer.from(letter) })

  beforeAll(async () => {
    site = await startMailSite(kind)
    admin = await makePerson(site, 'keeper', { role: 'admin' })
    key = await keyFor(site, await makePerson(site, 'keyed', { role: 'admin' }))
    owner = await makePerson(site, 'owner', { role: 'user', can: everything })
    const owned = await makeMailbox(site, 'owned', owner.id)
    const free = await makeMailbox(site, 'nobodys')
    boxes = [owned, free]
    looked = await makeMailbox(site, 'looked-at', (await makePerson(site, 'third')).id)
    for (const box of boxes) await deliver(box)
    const mails = await Promise.all(boxes.map(async box => (await inbox(site, box.token))[0]?.id ?? ''))
    const form = new FormData()
    form.append('file', new Blob([secret]), `${secret}.txt`)
    const upload = { method: 'POST', body: form, headers: { authorization: `Bearer ${owner.token}` } }
    const { id: file = '' } = (await site.fetch('/api/user/uploadFile', upload)).body as { id?: string }
    const draft = { subject: secret, html: `<p>${secret}</p>`, attachments: [file] }
    const saved = await site.ok('saveDraft', { body: draft }, owner.token)
    const words = { to: ['a@far.test'], subject: secret, text: secret }
    const sent = await site.ok('sendEmail', { body: { from: owned.address, ...words } }, owner.token)
    ids = [owner.id, ...boxes.map(box => box.id), ...mails, file, saved.draft.id, sent.id]
  })
  afterAll(() => site.stop())

  /** Each call has a login of its own, since some calls end it. */
  const ways: Readonly<Record<string, () => Promise<string>>> = {
    'an admin': () => tokenFor(site, { sysAccountId: admin.id }),
    'a key of an admin': async () => key,
    'an admin in the owner’s name': async () => {
      const own = await tokenFor(site, { sysAccountId: admin.id })
      return (await site.ok('loginAs', { body: { id: owner.id } }, own)).token
    },
    'an admin who looks at another mailbox': async () => {
      const own = await tokenFor(site, { sysAccountId: admin.id })
      const body = { mailbox: looked.id, reason: 'help', words: 'why' }
      return (await site.ok('beginLook', { body }, own)).token
    },
  }

  const state = async () => {
    const { query } = site.app.db
    const mails = query.selectFrom('mail').select(['id', 'read', 'starred', 'folder', 'labels', 'owner_id'])
    const drafts = query.selectFrom('draft').select(['id', 'version'])
    const sent = query.selectFrom('outgoing').select(['id', 'pending'])
    const rows = [mails.orderBy('id'), drafts.orderBy('id'), sent.orderBy('id')]
    return Promise.all(rows.map(statement => statement.execute()))
  }

  async function walk(name: CallName): Promise<void> {
    const call = calls[name] as Call
    // The call may end the account in whose name a later one would log in.
    const logins: [string, string][] = []
    for (const [caller, credential] of Object.entries(ways)) logins.push([caller, await credential()])
    for (const [caller, token] of logins) {
      const given = namesThing(call) ? ids : [undefined]
      const answers = await Promise.all(given.map(id => knock(site, name, token, id)))
      for (const { status, text } of answers) {
        expect(text, `${name} as ${caller}`).not.toContain(secret)
        const refused = caller.includes('looks') ? !call.inLook : caller.includes('name') && call.letters
        if (refused) expect(status, `${name} as ${caller}`).toBe(403)
      }
    }
  }

  const reads = callNames.filter(name => calls[name].method === 'GET')
  const changes = callNames.filter(name => !reads.includes(name))
  const ofLetters = changes.filter(name => (calls[name] as Call).letters)

  it('is read and changed by no call of an admin, whatever it names', async () => {
    const before = await state()
    for (const name of [...reads, ...ofLetters]) await walk(name)
    expect(await state()).toEqual(before)
    // They are there, and reached by those whose they are.
    for (const { token } of boxes) expect(JSON.stringify(await inbox(site, token))).toContain(secret)
  })

  it('is in no answer to the calls by which an admin manages the site', async () => {
    const removesOwner: CallName = 'delSysAccount'
    const managing = changes.filter(name => !ofLetters.includes(name) && name !== removesOwner)
    for (const name of [...managing, removesOwner]) await walk(name)
  })
})

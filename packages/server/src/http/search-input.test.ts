import { type Call, callNames, calls, type ErrorBody, errors } from '@yanshu/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseKinds } from '../testing/databases.ts'
import { inbox, plainMail, receive, startMailSite } from '../testing/mail-site.ts'
import { makeDomain, makeMailbox, makePerson } from '../testing/people.ts'
import { sampleRequest } from '../testing/sample-request.ts'
import type { TestApp } from '../testing/test-app.ts'

/** The search field of each call that has one. */
const searching = callNames.flatMap(name => {
  const field = ['q', 'content'].find(each => each in ((calls[name] as Call).query?.shape ?? {}))
  return field === undefined ? [] : [[name, field] as const]
})

/** In none of these is a word that anything here has. */
const statements = [
  "zzqq' OR 1=1 --",
  'zzqq" OR ""="',
  "zzqq'); DROP TABLE mailbox; --",
  "zzqq' UNION SELECT password_hash FROM sys_account --",
  "zzqq'||(SELECT pg_sleep(0))||'",
  'zzqq%',
  'zzqq_',
  '_zzqq%',
  'zzqq\\',
  '\\%zzqq\\_',
  'zzqq*',
  '"zzqq" NEAR/2 "qqzz"',
  'subject:zzqq',
  'zzqq AND NOT qqzz',
  '^zzqq & !qqzz | (zzqq <-> qqzz):*',
  '{zzqq}:{qqzz}',
  '$where: zzqq',
  '{"$ne":"zzqq"}',
  '(zz|qq)+$[zq]{2,}',
  '<script>zzqq</script>',
  '{{zzqq}}',
  '../../zzqq',
]

/** Nothing but characters that mean something to somebody. */
const characters = [
  ...`'"\`%_\\*?^$.|()[]{}<>&:;,!~@#/+-=`,
  "''",
  '""',
  '\\\\',
  '%%',
  '"unclosed',
  "'unclosed",
  '(((((',
  '[[:alpha:]]',
  '-- ',
  '/* */',
  'NULL',
  'AND',
  'OR NOT',
  'NEAR(',
  ' ',
  '\t\r\n',
  '\u0001\u0008\u001b\u007f\u0085',
  '\u202e\u2066\u200f\ufeff',
  '\u200b\u200d\u00ad',
  '\u2028\u2029',
  '\ufffe\uffff\u{10ffff}',
  '😀👨‍👩‍👧‍👦🇨🇳',
  'é́́́́́́',
  'İıſKß',
  '中文，全角％＿＼',
  'ｆｕｌｌｗｉｄｔｈ＇',
  '💩'.repeat(100),
  '字'.repeat(200),
  'x'.repeat(200),
  'x '.repeat(99),
  '%'.repeat(200),
  '\\'.repeat(200),
  '"'.repeat(200),
].map(encodeURIComponent)

/** No text at all, spelled as bytes; refused or read as something, but never a fault of ours. */
const noText = [
  '%ED%A0%80',
  '%ED%BF%BF%ED%A0%80',
  '%FF%FE',
  '%C0%AF',
  '%F8%88%80%80%80',
  '%E4%BD',
  '%',
  '%zz',
  '%u0041',
]

describe.each(databaseKinds)('searching on %s', kind => {
  let site: TestApp
  let admin: string
  /** What a call asks for that looks into one thing. */
  let things: Readonly<Record<string, string>>
  beforeAll(async () => {
    site = await startMailSite(kind)
    const boss = await makePerson(site, 'boss', { role: 'admin' })
    admin = boss.token
    const domainId = await makeDomain(site, 'there.example', { ownerId: boss.id })
    const cards = { kind: 'renew', count: 1, days: 30 } as const
    const { batchId: batch } = await site.ok('createCard', { body: cards }, admin)
    things = { domainId, batch }
    const box = await makeMailbox(site, 'there', boss.id)
    await receive(site, { to: box.address, raw: plainMail({ subject: 'there', text: '100% of a_b\\c' }) })
    expect(await inbox(site, admin)).toHaveLength(1)
  })
  afterAll(() => site.stop())

  async function look(name: (typeof searching)[number][0], field: string, encoded: string) {
    const call = calls[name] as Call
    const { query = {} } = sampleRequest(name, call)
    const rest = Object.entries(query).filter(([key]) => key !== field)
    const search = new URLSearchParams(
      rest.map(([key, value]): [string, string] => [key, things[key] ?? String(value)]),
    )
    const init = { method: call.method, headers: { authorization: `Bearer ${admin}` } }
    const { status, body, text } = await site.fetch(`${call.path}?${search}&${field}=${encoded}`, init)
    const shown = `${name} for ${encoded}: ${status} ${text.slice(0, 300)}`
    if (status === 200) expect(call.answer.safeParse(body).success, shown).toBe(true)
    else {
      expect([status, (body as ErrorBody).error], shown).toEqual([400, expect.any(Number)])
      expect(
        Object.values(errors).map(({ code }) => code),
        shown,
      ).toContain(body.error)
    }
    return { status, list: (body as { list?: unknown[] }).list, shown }
  }

  it('is offered by many calls', () => {
    expect(searching.length).toBeGreaterThanOrEqual(17)
  })

  it.each(searching)(
    'with %s takes words of other languages as words, and finds nothing',
    async (name, field) => {
      const found = statements.map(text => look(name, field, encodeURIComponent(text)))
      for (const { status, list, shown } of await Promise.all(found))
        expect([status, list ?? []], shown).toEqual([200, []])
    },
  )

  it.each(searching)('with %s for odd characters is answered or refused', async (name, field) => {
    await Promise.all([...characters, ...noText].map(text => look(name, field, text)))
    expect((await look(name, field, 'a%00b')).status).toBe(400)
    expect((await look(name, field, 'x'.repeat(201))).status).toBe(400)
    expect((await look(name, field, encodeURIComponent('😀'.repeat(1000)))).status).toBe(400)
    expect(site.logged.filter(line => line.includes('"level":50'))).toEqual([])
  })
})

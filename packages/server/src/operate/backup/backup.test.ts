import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseKind } from '../../database/types.ts'
import { createSecrets } from '../../kernel/secrets.ts'
import { databaseKinds, makePlace, openPlace, type TestPlace } from '../../testing/databases.ts'
import { eventually } from '../../testing/eventually.ts'
import { createMailLoad, keptMessages } from '../../testing/mail-load.ts'
import { inbox, plainMail, receive, sourceOf, startMailSite, subjects } from '../../testing/mail-site.ts'
import { makeMailbox, makePerson } from '../../testing/people.ts'
import { startProgram } from '../../testing/program.ts'
import { type End, kindOf, packPart, rowText, unpackPart, type Value } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { readTar, tarEnd, tarEntry } from './tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'yanshu-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let cleaning: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const clean of cleaning.reverse()) await clean()
  cleaning = []
})

let files = 0
const newFile = (): string => join(folder, `${++files}.tar`)

async function newPlace(kind: DatabaseKind): Promise<TestPlace> {
  const place = await makePlace(kind)
  cleaning.push(() => place.remove())
  return place
}

const configOf = ({ databaseUrl, dataDir }: TestPlace) => ({
  databaseUrl,
  dataDir,
  secretKey: '',
  databasePool: 2,
})
const backUp = (place: TestPlace, file: string, withKey = true) =>
  makeBackup({ config: configOf(place), file, withKey, program: 'test', now: Date.now() })
const restore = (place: TestPlace, file: string, change: { key?: string; skipDamaged?: boolean } = {}) =>
  restoreBackup({
    config: configOf(place),
    file,
    key: change.key ?? null,
    skipDamaged: change.skipDamaged ?? false,
    now: Date.now(),
  })

const large = plainMail({
  subject: '大附件',
  text: Buffer.alloc(300_000, 'long lines of a large mail ').toString().replace(/.{70}/g, '$&\r\n'),
})

/** From each kind into the other; within one kind is tried further down. */
const pairs = databaseKinds.map(from => [from, databaseKinds.find(to => to !== from) ?? from] as const)

describe.each(pairs)('a backup of %s restored into %s', (from, to) => {
  it('made while mail arrives, keeps every mail byte for byte, and every log-in', {
    timeout: 600_000,
  }, async () => {
    const source = await newPlace(from)
    const program = await startProgram({ place: source })
    cleaning.push(async () => {
      program.kill('SIGKILL')
      await program.exited
    })
    const made = (await (
      await fetch(`${program.url}/api/regEmail`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ domain: 'yanshu.test', localPart: 'load', lifetime: { minutes: 10080 } }),
      })
    ).json()) as { address: string; token: string }
    const load = createMailLoad(made.address)
    const running = load.run(program.smtpPort, 2)
    await eventually('mail is flowing', () => load.promised.size >= 10)
    const before = new Map(load.promised)
    const file = newFile()
    const end = await backUp(source, file)
    expect(end.damaged).toEqual([])
    await eventually('mail went on', () => load.promised.size > before.size)
    program.kill('SIGKILL')
    await running
    expect(existsSync(`${file}.part`)).toBe(false)

    const target = await newPlace(to)
    await restore(target, file)
    const again = await startProgram({ place: target })
    cleaning.push(async () => {
      again.kill('SIGKILL')
      await again.exited
    })
    const list = await fetch(`${again.url}/api/user/emailList`, {
      headers: { authorization: `Bearer ${made.token}` },
    })
    expect(list.status).toBe(200)
    await eventually(
      'all is processed',
      async () => /^yanshu_inbound_backlog 0$/m.test(await (await fetch(`${again.url}/metrics`)).text()),
      300_000,
    )
    again.kill('SIGTERM')
    await again.exited
    const db = await openPlace(target)
    cleaning.push(() => db.close())
    const kept = await keptMessages(db, target.dataDir)
    for (const [id, digest] of before) {
      expect(kept.get(id), id).toEqual([{ digest, mails: 1 }])
    }
    for (const [id, messages] of kept) expect(messages[0]?.digest).toBe(load.tried.get(id))
  })
})

describe.each(databaseKinds)('a backup on %s', kind => {
  let place: TestPlace
  let file: string
  let mailboxToken: string
  let userToken: string
  beforeAll(async () => {
    place = await makePlace(kind)
    const site = await startMailSite(kind, { place })
    const ann = await makePerson(site, 'ann')
    userToken = ann.token
    const box = await makeMailbox(site, 'box', ann.id)
    mailboxToken = box.token
    await receive(site, { to: box.address, raw: plainMail({ subject: '您的验证码', text: '验证码 493817' }) })
    await receive(site, { to: box.address, raw: large })
    await site.ok(
      'addWebhook',
      {
        body: {
          name: 'h',
          kind: 'generic',
          url: 'https://example.org/hook',
          onlyCode: false,
          mailbox: null,
          enabled: true,
        },
      },
      ann.token,
    )
    await site.stop()
    file = newFile()
    await backUp(place, file)
  })
  afterAll(() => place.remove())

  it('keeps what can be searched, secrets that can be opened, and roles as they were', async () => {
    const target = await newPlace(kind)
    const { searched, rows } = await restore(target, file)
    expect([searched, rows > 5]).toEqual([2, true])
    const site = await startMailSite(kind, { place: target })
    cleaning.push(() => site.stop())
    expect(subjects(await inbox(site, mailboxToken, { q: '验证' }))).toEqual(['您的验证码'])
    const [big] = await inbox(site, mailboxToken)
    expect(await sourceOf(site, mailboxToken, big?.id ?? '')).toEqual(large)
    const { db } = site.app
    const { secret } = await db.query.selectFrom('webhook').select('secret').executeTakeFirstOrThrow()
    const key =
      kind === 'sqlite'
        ? readFileSync(join(target.dataDir, 'secret.key'), 'utf8').trim()
        : (
            await db.query
              .selectFrom('setting')
              .select('value')
              .where('name', '=', 'masterKey')
              .executeTakeFirst()
          )?.value
    expect(createSecrets(key ?? '').open('webhook', secret)).not.toBe('')
    expect((await site.call('getSysAccount', {}, userToken)).status).toBe(403)
    // Numbers go on where they were.
    const newest = async () =>
      Number((await db.query.selectFrom('mail').select('seq').orderBy('seq', 'desc').executeTakeFirst())?.seq)
    const last = await newest()
    await receive(site, { to: 'box@yanshu.test' })
    expect(await newest()).toBeGreaterThan(last)
  })

  it('without its key holds no secret in the plain, and cannot be restored with another', async () => {
    const plain = newFile()
    await backUp(place, plain, false)
    const bytes = readFileSync(plain)
    const key =
      readFileSync(file)
        .toString('latin1')
        .match(/secret\.key[\s\S]{502}([A-Za-z0-9_-]{43})/)?.[1] ?? ''
    expect(key).toHaveLength(43)
    expect(bytes.includes(key)).toBe(false)
    const handle = await open(plain)
    for await (const entry of readTar(handle)) {
      const part = kindOf(entry.name)
      if (part?.kind !== 'part') continue
      const text = JSON.stringify(unpackPart(await entry.read()))
      for (const secret of [key, mailboxToken, userToken, 'correct horse battery'])
        expect(text).not.toContain(secret)
    }
    await handle.close()
    const target = await newPlace(kind)
    await expect(restore(target, plain)).rejects.toThrow('holds no key')
    await expect(restore(target, plain, { key: 'another key of that length' })).rejects.toThrow('not the one')
    await restore(target, plain, { key })
  })

  it('goes into an empty place only', async () => {
    await expect(restore(place, file)).rejects.toThrow('not empty')
    const db = await openPlace(place)
    cleaning.push(() => db.close())
    expect(await db.query.selectFrom('mail').select('seq').execute()).toHaveLength(2)
  })

  it('is refused whole when something in it was changed, and nothing is written', async () => {
    const target = await newPlace(kind)
    const good = readFileSync(file)
    const spoilt = newFile()
    const spoil = async (change: (bytes: Buffer) => Buffer, words: string) => {
      writeFileSync(spoilt, change(Buffer.from(good)))
      await expect(restore(target, spoilt), words).rejects.toThrow(words)
    }
    const at = (bytes: Buffer, text: string) => bytes.indexOf(text)
    const flip = (bytes: Buffer, where: number) => {
      bytes[where] = (bytes[where] ?? 0) ^ 1
      return bytes
    }
    await spoil(
      bytes => flip(bytes, at(bytes, 'tables/mailbox/') + 512 + 40),
      'tables/mailbox/000000.jsonl.gz is damaged',
    )
    await spoil(
      bytes => flip(bytes, at(bytes, 'blobs/') + 512 + 1000),
      'large contents in the backup are damaged',
    )
    await spoil(bytes => bytes.subarray(0, at(bytes, 'end.json')), 'ends in the middle')
    await spoil(bytes => Buffer.concat([bytes.subarray(0, at(bytes, 'end.json')), tarEnd]), 'not whole')
    await spoil(() => Buffer.from('not a backup at all'.repeat(100)), 'no backup of ours')
    // A place where nothing was restored starts like a new one.
    await restore(target, file)
  })

  it.each([
    '../outside',
    '/etc/passwd',
    'blobs/../../outside',
    'tables/mailbox/../../x.jsonl.gz',
    'tables/..%2f/000000.jsonl.gz',
    `blobs\\${'a'.repeat(64)}-${'b'.repeat(16)}`,
    'blobs/∕etc',
    'secret.key/x',
  ])('with a name that is not ours is refused: %s', async name => {
    const target = await newPlace(kind)
    const good = readFileSync(file)
    const end = good.indexOf('end.json')
    const spoilt = newFile()
    writeFileSync(
      spoilt,
      Buffer.concat([good.subarray(0, end), tarEntry(name, Buffer.from('x'), 0), good.subarray(end)]),
    )
    await expect(restore(target, spoilt)).rejects.toThrow('does not belong into a backup')
  })

  it('with a link in it is refused', async () => {
    const target = await newPlace(kind)
    const spoilt = newFile()
    const link = tarEntry('blobs/link', Buffer.alloc(0), 0)
    link.write('2', 156)
    const sum = link
      .subarray(0, 512)
      .reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
    link.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    writeFileSync(spoilt, Buffer.concat([link, readFileSync(file)]))
    await expect(restore(target, spoilt)).rejects.toThrow('not a plain file')
  })

  /** The same backup with one table changed, and its checksums made right again, as a stranger could. */
  async function forged(
    table: string,
    change: (columns: string[], rows: Value[][]) => void,
  ): Promise<string> {
    const handle = await open(file)
    const entries: Buffer[] = []
    const digests: Record<string, string> = {}
    for await (const { name, read } of readTar(handle)) {
      let bytes = await read()
      const found = kindOf(name)
      if (found?.kind === 'part' && found.table === table) {
        const { columns, rows } = unpackPart(bytes)
        change(columns, rows)
        bytes = packPart(columns, rows.map(rowText))
        digests[name] = createHash('sha256').update(bytes).digest('hex')
      }
      if (found?.kind === 'end') {
        const end = JSON.parse(bytes.toString()) as End
        bytes = Buffer.from(JSON.stringify({ ...end, parts: { ...end.parts, ...digests } }))
      }
      entries.push(tarEntry(name, bytes, 0))
    }
    await handle.close()
    const made = newFile()
    writeFileSync(made, Buffer.concat([...entries, tarEnd]))
    return made
  }

  it('with a role or a column that this program does not know is refused', async () => {
    const role = await forged('sys_account', (columns, rows) => {
      for (const row of rows) row[columns.indexOf('role')] = 'root'
    })
    await expect(restore(await newPlace(kind), role)).rejects.toThrow('unknown role')
    const column = await forged('mailbox', columns => {
      columns[0] = 'id" = 1; DROP TABLE mail; --'
    })
    await expect(restore(await newPlace(kind), column)).rejects.toThrow('does not know')
  })

  it('with one damaged content gives back all the rest when told to', async () => {
    const target = await newPlace(kind)
    const spoilt = newFile()
    const bytes = readFileSync(file)
    const at = bytes.indexOf('blobs/') + 512 + 1000
    bytes[at] = (bytes[at] ?? 0) ^ 1
    writeFileSync(spoilt, bytes)
    const { damaged } = await restore(target, spoilt, { skipDamaged: true })
    expect(damaged).toHaveLength(1)
    const site = await startMailSite(kind, { place: target })
    cleaning.push(() => site.stop())
    const list = await inbox(site, mailboxToken)
    expect(subjects(list)).toEqual(['大附件', '您的验证码'])
    expect((await site.call('getEmail', { params: { id: list[1]?.id ?? '' } }, mailboxToken)).status).toBe(
      200,
    )
    expect(
      (await site.call('getEmail', { params: { id: list[0]?.id ?? '' } }, mailboxToken)).status,
    ).not.toBe(500)
  })

  it('whose restore was killed half-way says so, and can be begun anew', { timeout: 300_000 }, async () => {
    const target = await newPlace(kind)
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./testing/halting-restore.ts', import.meta.url)), file],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: {
          PATH: process.env.PATH,
          YANSHU_DATA_DIR: target.dataDir,
          YANSHU_DATABASE_URL: target.databaseUrl,
        },
      },
    )
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    await expect(startProgram({ place: target })).rejects.toThrow(
      'A restore was begun here and did not finish',
    )
    await restore(target, file)
    const site = await startMailSite(kind, { place: target })
    cleaning.push(() => site.stop())
    expect(await inbox(site, mailboxToken)).toHaveLength(2)
  })
})

/** The archive of a release: made twice it is the same, and unpacked it runs with Node alone. */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMail } from '../send-mail.ts'
import { isBuilt, startSite } from '../site.ts'

const root = join(import.meta.dirname, '../..')

describe.runIf(isBuilt)('the archive of a release', () => {
  let folder: string
  let product: string
  /** A folder for the PATH with Node in it, and nothing else. */
  let nodeAlone: string
  const place = (name: string): string => join(folder, name)

  function makeArchive(name: string): { file: string; bytes: Buffer; told: string; sums: string } {
    const told = execFileSync(process.execPath, ['scripts/release.mjs', place(name)], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, SOURCE_DATE_EPOCH: '1767225600' },
    })
    const found = readdirSync(place(name)).find(file => file.endsWith('.tar.gz')) ?? ''
    const sums = readFileSync(join(place(name), 'SHA256SUMS'), 'utf8')
    return { file: found, bytes: readFileSync(join(place(name), found)), told, sums }
  }

  const command = (args: string[], settings: Record<string, string> = {}, path = nodeAlone) =>
    spawnSync(join(product, 'bin/yanshu'), args, {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: path, YANSHU_DNS_SERVERS: '127.0.0.1:9', ...settings },
    })

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-release-'))
    nodeAlone = place('node-alone')
    mkdirSync(nodeAlone)
    symlinkSync(process.execPath, join(nodeAlone, 'node'))
    const { file, told } = makeArchive('first')
    process.stdout.write(told)
    mkdirSync(place('unpacked'))
    execFileSync('tar', ['-xzf', join(place('first'), file), '-C', place('unpacked')])
    product = join(place('unpacked'), file.replace('.tar.gz', ''))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('has the same bytes when it is made again, with their checksum beside', () => {
    const { file, bytes, sums } = makeArchive('second')
    expect(readFileSync(join(place('first'), file)).equals(bytes)).toBe(true)
    expect(sums).toBe(`${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`)
  })

  it('holds what an operator needs, and every licence', () => {
    for (const file of ['README.md', 'LICENSE', '.env.example', 'deploy/yanshu.service', 'docs/operating.md'])
      expect(existsSync(join(product, file)), file).toBe(true)
    const licences = readFileSync(join(product, 'LICENCES.txt'), 'utf8')
    // One of the server and one of the pages.
    for (const name of ['fastify', 'react']) expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
    expect(readFileSync(join(product, 'README.md'), 'utf8')).not.toMatch(/@[A-Z]+@/)
  })

  it('receives a mail, is backed up, and refuses data of a newer program until the backup is restored', async () => {
    const start = { file: join(product, 'bin/yanshu'), args: ['start'], env: { PATH: nodeAlone } }
    const dataDir = place('data')
    const settings = { YANSHU_DNS_SERVERS: '127.0.0.1:9' }
    const site = await startSite(settings, dataDir, start)
    try {
      expect((await fetch(`${site.url}/healthz`)).status).toBe(200)
      expect(await (await fetch(site.url)).text()).toContain('<div id="root"')
      const box = await site.as(null).regEmail({ body: { domain: 'yanshu.test', localPart: 'unpacked' } })
      await sendMail(site.smtpPort, { to: box.address, body: '验证码 482913' })
      const inbox = () => site.as(box.token).getInbox({ query: {} })
      await expect.poll(async () => (await inbox()).list.length).toBe(1)

      const doctor = command(['doctor'], { YANSHU_DATA_DIR: dataDir })
      expect(doctor.stdout).toContain(dataDir)
      const backup = command(['backup', place('yanshu.tar'), '--key-file', place('yanshu.key')], {
        YANSHU_DATA_DIR: dataDir,
      })
      expect(backup).toMatchObject({ status: 0, stderr: '' })
    } finally {
      await site.halt()
    }

    const database = new DatabaseSync(join(dataDir, 'yanshu.sqlite'))
    database.exec("INSERT INTO migration (name, applied_at) VALUES ('9999-future', 1)")
    database.close()
    const refused = command(['start'], { YANSHU_DATA_DIR: dataDir })
    expect(refused.status).toBe(1)
    expect(refused.stderr).toMatch(/^A newer Yanshu has used this data .*9999-future/)

    const restored = place('restored')
    const restore = command(['restore', place('yanshu.tar'), '--key-file', place('yanshu.key')], {
      YANSHU_DATA_DIR: restored,
    })
    expect(restore).toMatchObject({ status: 0, stderr: '' })
    const again = await startSite(settings, restored, start)
    const { list } = await again.as(await again.adminToken()).getEmailAccount({ query: {} })
    expect(list.map(({ address }) => address)).toContain('unpacked@yanshu.test')
    await again.halt()
  })

  it('reads its settings from .env in its folder', () => {
    writeFileSync(join(product, '.env'), 'YANSHU_HTTP_PORT=none\n')
    const { status, stderr } = command(['start'], { YANSHU_DATA_DIR: place('unused') })
    rmSync(join(product, '.env'))
    expect(status).toBe(1)
    expect(stderr).toContain('YANSHU_HTTP_PORT')
  })

  it('says what to do when Node is too old or not there', () => {
    const old = place('old-node')
    mkdirSync(old)
    writeFileSync(join(old, 'node'), '#!/bin/sh\necho v20.20.2\n')
    chmodSync(join(old, 'node'), 0o755)
    const tooOld = command(['start'], {}, old)
    expect(tooOld).toMatchObject({ status: 1, stdout: '' })
    expect(tooOld.stderr).toMatch(/Node v20\.20\.2 .*, 24 or newer is needed: install it/)
    expect(tooOld.stderr).toContain('请装上')
    const none = command(['start'], {}, place('nothing'))
    expect(none.status).toBe(1)
    expect(none.stderr).toMatch(/There is no Node on the PATH: install Node 24/)
  })
})

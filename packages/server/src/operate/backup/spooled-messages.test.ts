import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { packRecord } from '../../inbound/journal/spool/record.ts'
import { spoolFolder } from '../../inbound/journal/spool/spool.ts'
import { dropRemoved, findSpooled, linkSpool } from './spooled-messages.ts'

const envelope = { id: 'x', from: '', client: '', helo: '', protocol: '', host: '', recipients: [] }
const record = (ticket: number) =>
  Buffer.concat(packRecord({ ticket, receivedAt: 1, envelope }, Buffer.from(`mail ${ticket}`)))

it('a file that the program removed before the moment of the backup is not read, one removed after it is', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yanshu-spooled-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  const held = join(dataDir, 'held')
  const arrived = join(dataDir, spoolFolder)
  mkdirSync(arrived)
  const file = (ticket: number) => join(arrived, `${String(ticket).padStart(16, '0')}.spool`)
  writeFileSync(file(1), record(1))
  writeFileSync(file(2), Buffer.concat([record(2), record(3)]))
  await linkSpool(dataDir, held)
  rmSync(file(1))
  expect(await dropRemoved(dataDir, held)).toBe(true)
  expect(await dropRemoved(dataDir, held)).toBe(false)
  await linkSpool(dataDir, held)
  rmSync(file(2))
  const found = await findSpooled(held, ticket => ticket === 2, 70)
  expect(found).toMatchObject([{ seq: 71, offset: record(2).length, length: record(3).length }])
  expect(readdirSync(arrived)).toEqual([])
})

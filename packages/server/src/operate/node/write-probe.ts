/**
 * Whether anything can be written now: a row of this node in the database, and a few pages in the data folder, for the
 * disk may be full while the database still writes over old pages of its log. Many may ask at once and often; one looks
 * for all of them, and its answer holds for a moment.
 */
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../database/types.ts'
import { second } from '../../kernel/clock.ts'
import { touchNode } from './repository.ts'

const heldMs = second
const patienceMs = 2 * second
/** More than what is left over in the last page of a file. */
const pages = Buffer.alloc(64 * 1024)

export type WriteProbeDeps = { db: Db; nodeId: string; dataDir: string }

async function writeFolder(dataDir: string): Promise<void> {
  const path = join(dataDir, '.can-write')
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(pages)
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

async function inTime(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(() => resolve(false), patienceMs)
  })
  const done = work.then(
    () => true,
    () => false,
  )
  const result = await Promise.race([done, late])
  clearTimeout(timer)
  return result
}

export function createWriteProbe({ db, nodeId, dataDir }: WriteProbeDeps): () => Promise<boolean> {
  let held = { since: Number.NEGATIVE_INFINITY, answer: Promise.resolve(false) }
  /** A database that does not answer is not asked again before it has. */
  let isOpen = false

  function look(): Promise<boolean> {
    isOpen = true
    const work = Promise.all([db.transaction(tx => touchNode(tx, nodeId)), writeFolder(dataDir)])
    const ended = (): void => {
      isOpen = false
    }
    work.then(ended, ended)
    return inTime(work)
  }

  return () => {
    const now = performance.now()
    if (now - held.since > heldMs && !(isOpen && now - held.since < patienceMs))
      held = { since: now, answer: isOpen ? Promise.resolve(false) : look() }
    return held.answer
  }
}

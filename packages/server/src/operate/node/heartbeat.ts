/**
 * How each node is: every node writes down what it knows of itself, so that any of them can show all. A node that has
 * not been heard of for a while is shown as such, and forgotten after some days.
 */
import { statfs } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { NodeHealth } from '@yanshu/contract'
import { isSelfIssued } from '../../certificate/present/held-certificate.ts'
import type { Presented } from '../../certificate/present/presenter.ts'
import type { Db, Query } from '../../database/types.ts'
import { type Clock, day, isoTime, minute, second } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import { deleteNodesSeenBefore, listNodes, putNode } from './repository.ts'
import { createStorageTeller, type TellStorageDeps } from './tell-storage.ts'

const everyMs = 20 * second
const aliveMs = minute
const forgottenMs = 3 * day

type Facts = Omit<NodeHealth, 'id' | 'startedAt' | 'seenAt' | 'alive'>

export type NodeDeps = {
  db: Db
  clock: Clock
  log: Log
  nodeId: string
  version: string
  dataDir: string
  /** What our ports present to those who ask for no name. */
  certificate: () => Presented | null
  backlog: () => number
  smtpPort: () => number
} & TellStorageDeps

async function diskOf(folder: string): Promise<Pick<Facts, 'diskUsedPercent' | 'diskFreeMb'>> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder)
    const used = blocks === 0 ? 0 : Math.round((1 - bavail / blocks) * 100)
    return { diskUsedPercent: used, diskFreeMb: Math.round((bavail * bsize) / 1_048_576) }
  } catch {
    return { diskUsedPercent: null, diskFreeMb: null }
  }
}

type CertificateFacts = Pick<Facts, 'certificateEndsAt' | 'certificateSelfSigned'>

function certificateOf(presented: Presented | null): CertificateFacts {
  if (presented === null) return { certificateEndsAt: null, certificateSelfSigned: false }
  return {
    certificateEndsAt: isoTime(presented.certificate.until),
    certificateSelfSigned: presented.source === 'selfSigned' || isSelfIssued(presented.certificate.chain),
  }
}

export type Heartbeat = { start(): Promise<void>; beat(): Promise<void>; stop(): Promise<void> }

export function createHeartbeat(deps: NodeDeps): Heartbeat {
  const startedAt = deps.clock.now()
  const tellStorage = createStorageTeller(deps)
  let writeMs = 0
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> = Promise.resolve()

  async function beat(): Promise<void> {
    const facts: Facts = {
      host: hostname(),
      version: deps.version,
      memoryMb: Math.round(process.memoryUsage.rss() / 1_048_576),
      backlog: deps.backlog(),
      writeMs,
      ...(await diskOf(deps.dataDir)),
      ...certificateOf(deps.certificate()),
      smtpPort: deps.smtpPort(),
    }
    const now = deps.clock.now()
    const row = { id: deps.nodeId, started_at: startedAt, seen_at: now, facts: JSON.stringify(facts) }
    const began = performance.now()
    await deps.db.transaction(async tx => {
      await putNode(tx, row)
      await deleteNodesSeenBefore(tx, now - forgottenMs)
    })
    writeMs = Math.round((performance.now() - began) * 10) / 10
    await tellStorage()
  }

  function tick(): void {
    running = beat()
      .catch((cause: unknown) => deps.log.warn({ err: cause }, 'this node could not tell how it is'))
      .finally(() => {
        if (timer) timer = setTimeout(tick, everyMs)
      })
  }

  return {
    async start() {
      await beat()
      timer = setTimeout(tick, everyMs)
    },
    beat,
    async stop() {
      if (timer) clearTimeout(timer)
      timer = null
      await running
    },
  }
}

export async function readNodes(query: Query, now: number): Promise<NodeHealth[]> {
  const rows = await listNodes(query)
  return rows.map(row => ({
    id: row.id,
    startedAt: isoTime(row.started_at),
    seenAt: isoTime(row.seen_at),
    // Seen in the future: that was before the clock was set back.
    alive: Math.abs(now - row.seen_at) <= aliveMs,
    // A node of an older version does not tell it.
    certificateSelfSigned: false,
    ...(JSON.parse(row.facts) as Omit<Facts, 'certificateSelfSigned'>),
  }))
}

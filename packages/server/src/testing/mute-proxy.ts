/** A proxy to PostgreSQL whose connections can fall silent, as when the machine behind them is gone. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const socketName = '.s.PGSQL.5432'

export type MuteProxy = {
  readonly url: string
  /** Existing connections stay open and carry nothing any more; new ones work. */
  mute(): void
  stop(): Promise<void>
}

export async function startMuteProxy(url: string): Promise<MuteProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'yanshu-mute-'))
  const target = new URL(url)
  const behind = join(target.searchParams.get('host') ?? '', socketName)
  target.searchParams.set('host', folder)
  const open = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(behind)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(join(folder, socketName))
  await once(server, 'listening')
  return {
    url: target.toString(),
    mute() {
      for (const socket of open) {
        socket.unpipe()
        socket.pause()
      }
    },
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The program behind a real Caddy on deploy/Caddyfile as it is. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { expectEventsAndUploads, expectWebClients, proxiedSettings } from './testing/behind-proxy.ts'
import { makeMigratedPlace, type TestPlace } from './testing/databases.ts'
import { deployFolder, type ForeignProxy, has, startForeignProxy } from './testing/foreign-proxy.ts'
import { freePort } from './testing/free-port.ts'
import { type Program, startProgram } from './testing/program.ts'

describe.runIf(has.caddy)('behind Caddy', () => {
  let folder: string
  let place: TestPlace
  let program: Program
  let proxy: ForeignProxy
  let web: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'yanshu-caddy-'))
    place = await makeMigratedPlace('sqlite')
    program = await startProgram({ place, environment: proxiedSettings })
    const [port, adminPort] = [await freePort(), await freePort()]
    web = `http://127.0.0.1:${port}`
    const environment = {
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${adminPort}`,
      YANSHU_SITE: web,
      YANSHU_UPSTREAM: `127.0.0.1:${program.httpPort}`,
    }
    const args = ['--config', join(deployFolder, 'Caddyfile'), '--adapter', 'caddyfile']
    const env = { PATH: process.env.PATH, ...environment }
    execFileSync('/usr/bin/caddy', ['validate', ...args], { stdio: 'pipe', env })
    proxy = await startForeignProxy(['/usr/bin/caddy', 'run', ...args], { ports: [port], environment })
  })
  afterAll(async () => {
    await proxy?.stop()
    program?.kill('SIGKILL')
    await program?.exited
    await place?.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('the program knows the clients of the web', () => expectWebClients(web))

  it('events come at once and large uploads whole', () => expectEventsAndUploads(web))
})

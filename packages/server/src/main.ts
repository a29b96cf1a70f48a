/** Starts the program, tells the operator how to reach it, and stops it cleanly. */
import { setTimeout as wait } from 'node:timers/promises'
import { startApp } from './app.ts'
import type { App } from './app-deps.ts'
import { second, systemClock } from './kernel/clock.ts'
import { changedSettings } from './kernel/config/changed-settings.ts'
import { loadConfig, unknownSettings } from './kernel/config/load.ts'
import { lockDataFolder, prepareDataFolder } from './kernel/data-folder.ts'
import { openLog } from './kernel/open-log.ts'
import { startFault } from './kernel/start-fault.ts'
import { findProgram } from './operate/version/program-files.ts'
import { welcome } from './welcome.ts'

async function main(): Promise<void> {
  // No other user of this machine may read mails and secrets.
  process.umask(0o077)
  const config = loadConfig(process.env)
  const { log, close } = openLog(config)
  for (const name of unknownSettings(process.env)) log.warn({ name }, 'there is no such setting')
  const program = findProgram(import.meta.dirname)
  let unlock = (): void => undefined
  if (config.databaseUrl !== '') {
    // Two nodes with one folder would have one name, and each would take the other's work for its own.
    prepareDataFolder(config.dataDir)
    unlock = lockDataFolder(config.dataDir)
  }
  let app: App | null = null
  let drained: AbortController | null = null

  async function stop(signal: string): Promise<void> {
    if (drained) {
      drained.abort()
      return
    }
    drained = new AbortController()
    log.event('system.stopping', { signal })
    // A start can be broken off at any point, as by a kill. The first process of a container must do it itself.
    if (!app) process.exit(0)
    app.retire()
    await wait(config.drainSeconds * second, undefined, { signal: drained.signal }).catch(() => undefined)
    const forced = setTimeout(() => {
      log.error('could not stop in time')
      process.exit(1)
    }, config.stopSeconds * second)
    forced.unref()
    await app.stop()
    unlock()
    log.event('system.stopped', {})
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('unhandledRejection', cause => log.error({ err: cause }, 'unhandled rejection'))

  app = await startApp({ config, clock: systemClock, log, program, smtpThread: true })
  process.stdout.write(welcome(config, app, program))
  log.event('system.config', { settings: changedSettings(config) })
  const { httpPort, smtpPort } = app
  log.event('system.started', { version: program.version, database: app.db.kind, httpPort, smtpPort })
}

main().catch((cause: unknown) => {
  process.stderr.write(`${startFault(cause, process.env)}\n`)
  process.exit(1)
})

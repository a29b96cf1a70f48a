/** Starts the program, tells the operator how to reach it, and stops it cleanly. */
import { startApp } from './app.ts'
import { systemClock } from './kernel/clock.ts'
import { loadConfig, unknownSettings } from './kernel/config/load.ts'
import { createLog } from './kernel/log.ts'
import { startFault } from './kernel/start-fault.ts'
import { findProgram } from './operate/version/program-files.ts'
import { welcome } from './welcome.ts'

const stopWithinMs = 25_000

async function main(): Promise<void> {
  // No other user of this machine may read mails and secrets.
  process.umask(0o077)
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  for (const name of unknownSettings(process.env)) log.warn({ name }, 'there is no such setting')
  const program = findProgram(import.meta.dirname)
  const app = await startApp({ config, clock: systemClock, log, program, smtpThread: true })

  let stopping = false
  async function stop(signal: string): Promise<void> {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    const forced = setTimeout(() => {
      log.error('could not stop in time')
      process.exit(1)
    }, stopWithinMs)
    forced.unref()
    await app.stop()
    log.info('stopped')
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('unhandledRejection', cause => log.error({ err: cause }, 'unhandled rejection'))

  process.stdout.write(welcome(config, app, program.version))
  log.info({ httpPort: app.httpPort, database: app.db.kind, version: program.version }, 'started')
}

main().catch((cause: unknown) => {
  process.stderr.write(`${startFault(cause)}\n`)
  process.exit(1)
})

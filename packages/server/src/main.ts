/** Starts the program, tells the operator how to reach it, and stops it cleanly. */
import { startApp } from './app.ts'
import { systemClock } from './clock.ts'
import { ConfigError, loadConfig, unknownSettings } from './config/load.ts'
import { createLog } from './log.ts'
import { findProgram } from './operate/version/program-files.ts'
import { welcome } from './welcome.ts'

const stopWithinMs = 25_000

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const log = createLog(config.logLevel)
  for (const name of unknownSettings(process.env)) log.warn({ name }, 'there is no such setting')
  const program = findProgram(import.meta.dirname)
  const app = await startApp({ config, clock: systemClock, log, program })

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

/** What an operator can act on, where we know it; else the fault as it is. */
function startFault(cause: unknown): string {
  if (cause instanceof ConfigError) return cause.message
  const { code, port } = cause as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is already in use. Set YANSHU_HTTP_PORT or YANSHU_SMTP_PORT to another, or stop what uses it.`
  }
  if (code === 'EACCES' && port !== undefined) return `Port ${port} may not be used by this user.`
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}

main().catch((cause: unknown) => {
  process.stderr.write(`${startFault(cause)}\n`)
  process.exit(1)
})

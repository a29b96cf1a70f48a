/** Runs one of the commands: finds it, tells how it is used, and puts what goes wrong into words. */

import { type Environment, loadConfig } from '../kernel/config/load.ts'
import { startFault } from '../kernel/start-fault.ts'
import { ArchiveFault } from '../operate/backup/tar.ts'
import { createAdmin, migrateCommand, resetPassword } from './accounts.ts'
import { backup, restore } from './backup.ts'
import type { Command } from './command.ts'
import { doctor } from './doctor.ts'
import { exportMailbox } from './export.ts'
import { importMails } from './import.ts'
import { UsageFault } from './options.ts'

const commands: Readonly<Record<string, Command>> = {
  migrate: migrateCommand,
  'create-admin': createAdmin,
  'reset-password': resetPassword,
  backup,
  restore,
  doctor,
  import: importMails,
  export: exportMailbox,
}

const usage = `yanshu <command>\n\n${Object.values(commands)
  .map(command => `  ${command.usage}\n      ${command.text}\n`)
  .join('')}`

function faultText(cause: unknown): string {
  if (cause instanceof UsageFault) return cause.message || usage
  if (cause instanceof ArchiveFault) return `The backup cannot be used: ${cause.message}.`
  return startFault(cause)
}

async function run(
  args: readonly string[],
  environment: Environment,
  say: (text: string) => void,
): Promise<number> {
  const [name = '', ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new UsageFault()
  try {
    return await command.run({ config: loadConfig(environment), say }, rest)
  } catch (cause) {
    if (cause instanceof UsageFault) throw new UsageFault(`yanshu ${command.usage}\n${cause.message}`)
    throw cause
  }
}

/** Answers with the exit code. */
export async function runCommand(
  args: readonly string[],
  environment: Environment,
  tell: { say(text: string): void; complain(text: string): void },
): Promise<number> {
  try {
    return await run(args, environment, tell.say)
  } catch (cause) {
    tell.complain(faultText(cause))
    return 1
  }
}

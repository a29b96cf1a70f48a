/** The operator's commands, run on the server itself beside the program or instead of it. */
import { systemClock } from './clock.ts'
import { loadConfig } from './config/load.ts'
import { openDatabase } from './database/open.ts'
import type { Db } from './database/types.ts'
import { tellSessionsEnded } from './identity/session/end-session.ts'
import { createPasswords } from './identity/session/password.ts'
import { deleteSessions } from './identity/session/repository.ts'
import { newAccountRow } from './identity/sys-account/manage-sys-account.ts'
import {
  findAccountByName,
  insertAccount,
  setTotp,
  updateAccount,
} from './identity/sys-account/repository.ts'
import { newReadablePassword } from './ids.ts'

const usage = `yanshu <command>

  migrate                    bring the database up to date
  create-admin <username>    make an admin and print its password
  reset-password <username>  print a new password; ends its log-ins and turns its second factor off
`

const say = (text: string) => process.stdout.write(`${text}\n`)

async function createAdmin(db: Db, username: string): Promise<void> {
  const password = newReadablePassword(16)
  const passwordHash = await createPasswords().hash(password)
  const row = newAccountRow({ now: systemClock.now(), username, passwordHash, rights: { role: 'admin' } })
  if (!(await db.transaction(tx => insertAccount(tx, row))))
    throw new Error(`there is already an account ${username}`)
  say(`${username}: ${password}`)
}

async function resetPassword(db: Db, username: string): Promise<void> {
  const account = await findAccountByName(db.query, username)
  if (!account) throw new Error(`there is no account ${username}`)
  const password = newReadablePassword(16)
  const hash = await createPasswords().hash(password)
  const ended = await db.transaction(async tx => {
    await updateAccount(tx, account.id, { password_hash: hash, status: 'active' })
    await setTotp(tx, account.id, { secret: null, on: false, recoveryCodes: [] })
    return deleteSessions(tx, { sysAccountId: account.id })
  })
  await tellSessionsEnded(db, ended)
  say(`${username}: ${password}`)
}

async function perform(db: Db, command: string, name: string | undefined): Promise<void> {
  if (command === 'migrate') say('the database is up to date')
  else if (command === 'create-admin' && name) await createAdmin(db, name.toLowerCase())
  else if (command === 'reset-password' && name) await resetPassword(db, name.toLowerCase())
  else throw new Error(usage)
}

async function main(): Promise<void> {
  const [command = '', name] = process.argv.slice(2)
  if (!['migrate', 'create-admin', 'reset-password'].includes(command)) throw new Error(usage)
  const config = loadConfig(process.env)
  const db = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    poolSize: 2,
    onError: () => undefined,
  })
  try {
    await perform(db, command, name)
  } finally {
    await db.close()
  }
}

main().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
})

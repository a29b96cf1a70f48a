/** Accounts from the outside: for the first admin, and for one who is locked out. */

import type { Db } from '../database/types.ts'
import { newAccountRow } from '../identity/manage/manage-sys-account.ts'
import { tellSessionsEnded } from '../identity/session/end-session.ts'
import { createPasswords } from '../identity/session/password.ts'
import { deleteSessions } from '../identity/session/sessions.ts'
import { findAccountByName, insertAccount, setTotp, updateAccount } from '../identity/sys-account/accounts.ts'
import { systemClock } from '../kernel/clock.ts'
import { StartFault } from '../kernel/data-folder.ts'
import { newReadablePassword } from '../kernel/ids.ts'
import { type Command, withDatabase } from './command.ts'
import { readOptions } from './options.ts'

async function makeAdmin(db: Db, username: string): Promise<string> {
  const password = newReadablePassword(16)
  const passwordHash = await createPasswords().hash(password)
  const row = newAccountRow({ now: systemClock.now(), username, passwordHash, rights: { role: 'admin' } })
  if (!(await db.transaction(tx => insertAccount(tx, row))))
    throw new StartFault(`there is already an account ${username}`)
  return password
}

async function newPassword(db: Db, username: string): Promise<string> {
  const account = await findAccountByName(db.query, username)
  if (!account) throw new StartFault(`there is no account ${username}`)
  const password = newReadablePassword(16)
  const hash = await createPasswords().hash(password)
  const ended = await db.transaction(async tx => {
    await updateAccount(tx, account.id, { password_hash: hash, status: 'active' })
    await setTotp(tx, account.id, { secret: null, on: false, recoveryCodes: [] })
    return deleteSessions(tx, { sysAccountId: account.id })
  })
  await tellSessionsEnded(db, ended)
  return password
}

const onAccount =
  (act: (db: Db, username: string) => Promise<string>): Command['run'] =>
  async ({ config, say }, args) => {
    const username = (readOptions(args, {}, 1).words[0] ?? '').toLowerCase()
    say(`${username}: ${await withDatabase(config, db => act(db, username))}`)
    return 0
  }

export const createAdmin: Command = {
  usage: 'create-admin <username>',
  text: 'make an admin and print its password',
  run: onAccount(makeAdmin),
}

export const resetPassword: Command = {
  usage: 'reset-password <username>',
  text: 'print a new password; ends its log-ins and turns its second factor off',
  run: onAccount(newPassword),
}

export const migrateCommand: Command = {
  usage: 'migrate',
  text: 'bring the database up to date',
  async run({ config, say }, args) {
    readOptions(args, {}, 0)
    await withDatabase(config, async () => say('the database is up to date'))
    return 0
  },
}

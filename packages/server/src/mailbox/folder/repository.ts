/** The rows of folders. */
import { folders } from '@yanshu/contract'
import type { Selectable } from 'kysely'
import type { Query, Tx } from '../../database/types.ts'
import type { LetterScope } from '../../kernel/call/caller.ts'
import type { FolderRole, MailFolderTable } from './table.ts'

export type FolderRow = Selectable<MailFolderTable>

/** With the owner of its mailbox, who hears of changes. */
export type OwnedFolder = FolderRow & { owner_id: string | null }

const scoped = (query: Query, scope: LetterScope) => {
  const rows = query
    .selectFrom('mail_folder')
    .innerJoin('mailbox', 'mailbox.id', 'mail_folder.mailbox_id')
    .selectAll('mail_folder')
    .select('mailbox.owner_id')
    .where('mailbox.deleted_at', 'is', null)
  return scope.kind === 'mailbox'
    ? rows.where('mail_folder.mailbox_id', '=', scope.mailboxId)
    : rows.where('mailbox.owner_id', '=', scope.accountId)
}

/** A folder of one's own that a scope reaches. */
export const findOwnFolder = (
  query: Query,
  scope: LetterScope,
  id: string,
): Promise<OwnedFolder | undefined> =>
  scoped(query, scope)
    .where('mail_folder.id', '=', id)
    .where('mail_folder.role', 'is', null)
    .executeTakeFirst()

export const findOwnFolders = (
  query: Query,
  scope: LetterScope,
  ids: readonly string[],
): Promise<OwnedFolder[]> =>
  scoped(query, scope)
    .where('mail_folder.id', 'in', [...ids])
    .where('mail_folder.role', 'is', null)
    .execute()

/** The folders of one's own in all that a scope reaches, so many at most. */
export const ownFoldersIn = (query: Query, scope: LetterScope, limit: number): Promise<FolderRow[]> =>
  scoped(query, scope)
    .where('mail_folder.role', 'is', null)
    .orderBy('mail_folder.mailbox_id')
    .limit(limit)
    .execute()

/** Everything of a mailbox, also those with a role in which a program has looked. */
export const foldersOf = (query: Query, mailboxId: string): Promise<FolderRow[]> =>
  query.selectFrom('mail_folder').selectAll().where('mailbox_id', '=', mailboxId).execute()

export const ownFoldersOf = async (query: Query, mailboxId: string): Promise<FolderRow[]> =>
  (await foldersOf(query, mailboxId)).filter(row => row.role === null)

export const findFolderRow = (query: Query, mailboxId: string, id: string): Promise<FolderRow | undefined> =>
  query
    .selectFrom('mail_folder')
    .selectAll()
    .where('id', '=', id)
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()

/** What stands in mail.folder for the mails of such a folder. */
export const keyOf = ({ role, id }: Pick<FolderRow, 'role' | 'id'>): string => role ?? id

/** Everything that may stand in mail.folder of mails that a scope reaches and the page shows. */
export async function folderKeys(
  query: Query,
  scope: LetterScope,
  mailboxId: string | undefined,
): Promise<string[]> {
  let rows = query
    .selectFrom('mail_folder')
    .innerJoin('mailbox', 'mailbox.id', 'mail_folder.mailbox_id')
    .select('mail_folder.id')
    .where('mail_folder.role', 'is', null)
  rows =
    scope.kind === 'mailbox'
      ? rows.where('mail_folder.mailbox_id', '=', scope.mailboxId)
      : rows.where('mailbox.owner_id', '=', scope.accountId)
  if (mailboxId !== undefined) rows = rows.where('mail_folder.mailbox_id', '=', mailboxId)
  return [...folders, ...(await rows.execute()).map(row => row.id)]
}

/**
 * Gives out a UIDVALIDITY that no folder of the mailbox had: the time in seconds, as RFC 9051 advises, or one more than
 * the last. It holds the mailbox too. Undefined when the mailbox is gone.
 */
export async function nextUidValidity(tx: Tx, mailboxId: string, now: number): Promise<number | undefined> {
  const seconds = Math.floor(now / 1000)
  const row = await tx
    .updateTable('mailbox')
    .set(eb => ({
      uid_validity: eb
        .case()
        .when('uid_validity', '>=', seconds)
        .then(eb('uid_validity', '+', 1))
        .else(seconds)
        .end(),
    }))
    .where('id', '=', mailboxId)
    .returning('uid_validity')
    .executeTakeFirst()
  return row && Number(row.uid_validity)
}

export async function insertFolder(
  tx: Tx,
  row: Pick<FolderRow, 'id' | 'mailbox_id' | 'role' | 'parent_id' | 'name' | 'color'>,
  made: { now: number; uidValidity: number },
): Promise<FolderRow> {
  return tx
    .insertInto('mail_folder')
    .values({
      ...row,
      is_subscribed: 1,
      created_at: made.now,
      uid_validity: made.uidValidity,
      uid_next: 1,
      modseq: 1,
      numbered_to: 0,
      forgotten_to: 0,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateFolder(
  tx: Tx,
  id: string,
  change: Partial<Pick<FolderRow, 'name' | 'parent_id' | 'color' | 'is_subscribed'>>,
): Promise<void> {
  await tx.updateTable('mail_folder').set(change).where('id', '=', id).execute()
}

export async function deleteFolders(tx: Tx, rows: readonly FolderRow[]): Promise<void> {
  const ids = rows.map(row => row.id)
  await tx.deleteFrom('mail_vanished').where('folder', 'in', ids).execute()
  await tx.deleteFrom('mail_folder').where('id', 'in', ids).execute()
}

export const findRole = (query: Query, mailboxId: string, role: FolderRole): Promise<FolderRow | undefined> =>
  query
    .selectFrom('mail_folder')
    .selectAll()
    .where('mailbox_id', '=', mailboxId)
    .where('role', '=', role)
    .executeTakeFirst()

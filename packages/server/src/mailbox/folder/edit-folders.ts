/** The page makes and changes folders. Every page that shows them hears of it, and reads its lists anew. */
import type { FolderColor, FolderRow as ShownFolder } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import { mailboxScope } from '../../identity/access.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { LoggedIn } from '../../kernel/call/caller.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EventHub } from '../../ledger/event/event-hub.ts'
import { findScopedMailbox, lockMailboxes } from '../account/repository.ts'
import { showFolder } from './list-folders.ts'
import { changeFolder, type FolderChange, makeFolder, orThrow } from './own-folders.ts'
import { findOwnFolder } from './repository.ts'

type Deps = { db: Db; clock: Clock; hub: EventHub }

type Mailbox = { id: string; owner_id: string | null }

export const tellFolders = (hub: EventHub, { id, owner_id }: Mailbox): Promise<void> =>
  hub.publish({ kind: 'changed', mailboxId: id, ownerId: owner_id, ids: null, change: {} })

export async function createFolder(
  deps: Deps,
  caller: LoggedIn,
  body: {
    mailbox: string
    name: string
    parentId?: string | null | undefined
    color?: FolderColor | null | undefined
  },
): Promise<ShownFolder> {
  const { mailbox: mailboxId, name, parentId = null, color = null } = body
  const mailbox = await findScopedMailbox(deps.db.query, mailboxScope(caller), mailboxId)
  if (!mailbox) throw new AppError('notFound')
  const made = await deps.db.transaction(async tx =>
    orThrow(await makeFolder(tx, { mailboxId, name, parentId, color }, deps.clock.now())),
  )
  await tellFolders(deps.hub, mailbox)
  return showFolder(deps.db, made)
}

export async function editFolder(
  deps: Deps,
  caller: LoggedIn,
  { id, ...change }: FolderChange & { id: string },
): Promise<ShownFolder> {
  const folder = await findOwnFolder(deps.db.query, mailboxScope(caller), id)
  if (!folder) throw new AppError('notFound')
  const changed = await deps.db.transaction(async tx => {
    await lockMailboxes(tx, deps.db.kind, [folder.mailbox_id])
    return orThrow(await changeFolder(tx, folder, change))
  })
  await tellFolders(deps.hub, { id: folder.mailbox_id, owner_id: folder.owner_id })
  return showFolder(deps.db, changed)
}

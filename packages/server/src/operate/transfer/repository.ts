/** Reading everything of one person, to take away. Columns that hold a secret are left out. */
import type { Query } from '../../database/types.ts'

/** The mails of a mailbox after one of them, oldest first, with where their sources are. */
export const mailsWithSources = (query: Query, mailboxId: string, after: number, limit: number) =>
  query
    .selectFrom('mail')
    .innerJoin('message', 'message.seq', 'mail.message_seq')
    .leftJoin('message_raw', 'message_raw.seq', 'mail.message_seq')
    .select([
      'mail.seq',
      'mail.id',
      'mail.folder',
      'mail.read',
      'mail.starred',
      'mail.labels',
      'mail.received_at',
    ])
    .select(['message_raw.raw', 'message.blob_key', 'message.subject', 'message.envelope'])
    .where('mail.mailbox_id', '=', mailboxId)
    .where('mail.seq', '>', after)
    .orderBy('mail.seq')
    .limit(limit)
    .execute()

/** The account or mailbox that takes its things away. */
export type Owner = { accountId: string } | { mailboxId: string }

const ruleOwner = (owner: Owner) =>
  'mailboxId' in owner
    ? ({ column: 'mailbox_id', id: owner.mailboxId } as const)
    : ({ column: 'account_id', id: owner.accountId } as const)

export function listOwnFilters(query: Query, owner: Owner) {
  const { column, id } = ruleOwner(owner)
  return query.selectFrom('filter').selectAll().where(column, '=', id).orderBy('position').execute()
}

export function listOwnWebhooks(query: Query, owner: Owner) {
  const { column, id } = ruleOwner(owner)
  return query
    .selectFrom('webhook')
    .select(['name', 'kind', 'url', 'only_code', 'enabled', 'created_at'])
    .where(column, '=', id)
    .execute()
}

function ownMailboxes(query: Query, owner: Owner) {
  const rows = query.selectFrom('mailbox')
  return 'mailboxId' in owner
    ? rows.where('mailbox.id', '=', owner.mailboxId)
    : rows.where('mailbox.owner_id', '=', owner.accountId)
}

/** The one after another, by id: an account may have a hundred thousand. */
export const nextOwnMailbox = (query: Query, owner: Owner, after: string, { itself = false } = {}) =>
  ownMailboxes(query, owner)
    .select(['id', 'address', 'kind', 'status', 'note', 'created_at', 'expires_at', 'received', 'used_bytes'])
    .where('id', itself ? '>=' : '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** Returns the automatic acts of a mailbox. */
export async function findAutomatic(query: Query, mailboxId: string) {
  const forwarding = await query
    .selectFrom('forwarding')
    .select(['targets', 'keep'])
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  const reply = await query
    .selectFrom('auto_reply')
    .select(['enabled', 'starts_at', 'ends_at', 'subject', 'words'])
    .where('mailbox_id', '=', mailboxId)
    .executeTakeFirst()
  return { forwarding, reply }
}

/** Returns when admins looked at a mailbox, oldest first. */
export const looksAt = (query: Query, mailboxId: string) =>
  query
    .selectFrom('mailbox_look')
    .select(['account_name', 'reason', 'words', 'began_at', 'ended_at', 'mails', 'codes'])
    .where('mailbox_id', '=', mailboxId)
    .orderBy('id')
    .execute()

export const listOwnSettings = (query: Query, ownerKey: string) =>
  query
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('scope', '=', ownerKey)
    .orderBy('name')
    .execute()

export const listOwnContacts = (query: Query, ownerKey: string) =>
  query
    .selectFrom('contact')
    .select(['address', 'name', 'used_at', 'uses'])
    .where('owner_key', '=', ownerKey)
    .orderBy('address')
    .execute()

export const ownDraftsAfter = (query: Query, ownerKey: string, after: string, limit: number) =>
  query
    .selectFrom('draft')
    .select(['id', 'content', 'created_at', 'saved_at'])
    .where('owner_key', '=', ownerKey)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Returns mail that was written and sent here, with the place of its bytes. Automatic mail is left out,
 * because nobody wrote it.
 */
export const ownSentAfter = (query: Query, owner: Owner, after: string, limit: number) =>
  query
    .selectFrom('outgoing')
    .select(['id', 'from_address', 'from_name', 'to_list', 'cc_list', 'subject', 'created_at', 'send_at'])
    .select(['raw', 'blob_key'])
    .where('kind', '=', 'mail')
    .where('mailbox_id', 'in', ownMailboxes(query, owner).select('mailbox.id'))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

const howMany = (rows: { count: number }): number => Number(rows.count)

/** About how many things there are to take away. */
export async function countOwn(query: Query, owner: Owner, ownerKey: string): Promise<number> {
  const mailboxes = ownMailboxes(query, owner).select('mailbox.id')
  const mails = await query
    .selectFrom('mail')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('mailbox_id', 'in', mailboxes)
    .executeTakeFirstOrThrow()
  const sent = await query
    .selectFrom('outgoing')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'mail')
    .where('mailbox_id', 'in', mailboxes)
    .executeTakeFirstOrThrow()
  const drafts = await query
    .selectFrom('draft')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('owner_key', '=', ownerKey)
    .executeTakeFirstOrThrow()
  return howMany(mails) + howMany(sent) + howMany(drafts)
}

/** The facts about an account that its holder may take away. */
export const findProfile = (query: Query, accountId: string) =>
  query
    .selectFrom('sys_account')
    .select(['username', 'role', 'created_at', 'last_login_at'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

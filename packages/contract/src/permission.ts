/**
 * Roles, pages, abilities and limits: the words in which the server tells the browser the caller's rights.
 * Every page loads these; their Chinese names are in permission-names.ts, and their schemas in
 * permission-data.ts.
 */
export const roles = ['visitor', 'mailbox', 'user', 'admin'] as const
export type Role = (typeof roles)[number]

/** The children of /user, in the order of the menu. */
export const pages = [
  'inbox',
  'sent',
  'contentFilter',
  'emailAccount',
  'sysAccount',
  'domain',
  'dashboard',
  'card',
  'interface',
  'setting',
  'version',
] as const
export type Page = (typeof pages)[number]

export const abilities = ['send', 'upload', 'createDomain', 'createCard', 'useApi'] as const
export type Ability = (typeof abilities)[number]

/** Limits of a system account; null means unlimited. */
export const limits = ['domains', 'mailboxes', 'storageMb', 'sendsPerDay', 'apiPerMinute'] as const
export type Limit = (typeof limits)[number]

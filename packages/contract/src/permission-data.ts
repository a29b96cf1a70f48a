/**
 * The schemas of a caller's rights: its abilities, its limits, and the data that tells the browser about
 * them.
 */
import { z } from 'zod'
import { endReasons } from './errors.ts'
import { type Limit, pages, roles } from './permission.ts'
import { abilityNames, limitNames } from './permission-names.ts'

export const abilitySet = z.strictObject({
  send: z.boolean().describe(abilityNames.send),
  upload: z.boolean().describe(abilityNames.upload),
  createDomain: z.boolean().describe(abilityNames.createDomain),
  createCard: z.boolean().describe(abilityNames.createCard),
  useApi: z.boolean().describe(abilityNames.useApi),
})
export type AbilitySet = z.output<typeof abilitySet>

const atMost = (limit: Limit) =>
  z.int().min(0).max(1_000_000_000).nullable().describe(`${limitNames[limit]}，null 不限`)

export const limitSet = z.strictObject({
  domains: atMost('domains'),
  mailboxes: atMost('mailboxes'),
  storageMb: atMost('storageMb'),
  sendsPerDay: atMost('sendsPerDay'),
  apiPerMinute: atMost('apiPerMinute'),
})
export type LimitSet = z.output<typeof limitSet>

/** The content of `permissionData` after decryption in the browser. */
export const permissionData = z.object({
  role: z.enum(roles),
  account: z.object({ id: z.string(), name: z.string() }).nullable(),
  pages: z.array(z.enum(pages)),
  can: abilitySet,
  limits: limitSet,
  /** The admin who acts in this account's name. */
  actedBy: z.string().nullable(),
  /** Why the login that came is no longer good, where its holder did nothing to end it. */
  ended: z.object({ reason: z.enum(endReasons), msg: z.string() }).nullable(),
})
export type PermissionData = z.output<typeof permissionData>

/**
 * The ways out for notices. Those of admins may also reach what the operator has named of the own network; those of
 * everybody else only if the operator says so.
 */
import type { SysRole } from '@yanshu/contract'
import type { Config } from '../../../kernel/config/settings-table.ts'
import { addressGuard } from '../../../outside/addresses.ts'
import { createGuardedFetch, type GuardedFetch } from '../../../outside/guarded-fetch.ts'
import type { HostResolver } from '../../../outside/resolve-host.ts'

export type HookWay = { readonly fetch: GuardedFetch; isAllowed(address: string): boolean }
/** The way for the notices of somebody with this role; null for a mailbox. */
export type HookWays = (role: SysRole | 'mailbox' | null) => HookWay

export function createHookWays(
  { privateWebhooks, privateWebhooksFor }: Pick<Config, 'privateWebhooks' | 'privateWebhooksFor'>,
  resolver: HostResolver,
): HookWays {
  const open = (allowPrivate: readonly string[]): HookWay => ({
    fetch: createGuardedFetch({ resolver, allowPrivate }),
    isAllowed: addressGuard({ allowPrivate }),
  })
  const own = open(privateWebhooks)
  const others = privateWebhooksFor === 'everybody' ? own : open([])
  return role => (role === 'admin' ? own : others)
}

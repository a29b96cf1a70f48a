/**
 * Remembers the hooks for mail in each mailbox. Every stored mail asks for them, so it must cost nothing when
 * there are none. All hooks are read at once, and again when any node changes one.
 */

import type { Db } from '../../../database/types.ts'
import { type Clock, second } from '../../../kernel/clock.ts'
import { listTellable } from './repository.ts'
import { webhooksChannel } from './webhook.ts'

/** A message between nodes may be lost; after this time hooks are read again all the same. */
const maxAgeMs = 10 * second

export type HookToTell = {
  readonly id: string
  readonly onlyCode: boolean
  /** Set for another mailbox of the same owner: told only when a filter asks for it. */
  readonly elsewhere: boolean
}

/** The argument of `queueDeliveries`. */
export type HooksToTell = { readonly list: readonly HookToTell[]; readonly lockRows: boolean }

export type MailboxOwner = { readonly id: string; readonly owner_id: string | null }

export type HookCache = {
  /** The hooks of the mailbox and of its owner. */
  hooksFor(mailbox: MailboxOwner): Promise<HooksToTell>
  /** Makes every node read anew, and forget what it held against the given hook. */
  changed(hookId?: string): Promise<void>
  close(): void
}

type Tellable = Awaited<ReturnType<typeof listTellable>>[number]

type Index = {
  readonly byAccount: ReadonlyMap<string | null, readonly Tellable[]>
  readonly byMailbox: ReadonlyMap<string | null, readonly Tellable[]>
}

const indexOf = (hooks: readonly Tellable[]): Index => ({
  byAccount: Map.groupBy(hooks, hook => hook.account_id),
  byMailbox: Map.groupBy(hooks, hook => hook.mailbox_id),
})

function matching(index: Index, mailbox: MailboxOwner): HookToTell[] {
  const ofOwner = mailbox.owner_id === null ? [] : (index.byAccount.get(mailbox.owner_id) ?? [])
  const ofMailbox = index.byMailbox.get(mailbox.id) ?? []
  return [...ofOwner, ...ofMailbox].map(hook => ({
    id: hook.id,
    onlyCode: hook.only_code === 1,
    elsewhere: hook.for_mailbox_id !== null && hook.for_mailbox_id !== mailbox.id,
  }))
}

export function createHookCache(deps: { db: Db; clock: Clock }): HookCache {
  const lockRows = deps.db.kind === 'postgres'
  let held: { index: Promise<Index>; at: number } | null = null
  const forget = () => {
    held = null
  }
  const unsubscribe = deps.db.bus.subscribe(webhooksChannel, forget)

  async function load(): Promise<Index> {
    try {
      return indexOf(await listTellable(deps.db.query))
    } catch (cause) {
      forget()
      throw cause
    }
  }

  return {
    async hooksFor(mailbox) {
      const now = deps.clock.now()
      if (held === null || Math.abs(now - held.at) > maxAgeMs) held = { index: load(), at: now }
      return { list: matching(await held.index, mailbox), lockRows }
    },
    async changed(hookId = '') {
      forget()
      await deps.db.bus.publish(webhooksChannel, hookId)
    },
    close: unsubscribe,
  }
}

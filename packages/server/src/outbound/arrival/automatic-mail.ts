/**
 * Knows the mailboxes that forward or answer automatically. They are few, so almost no mail needs a further
 * look-up. Every node remembers them for a moment.
 */
import type { Db } from '../../database/types.ts'
import { type Clock, second } from '../../kernel/clock.ts'
import type { SiteSettings } from '../../ledger/setting/site-settings.ts'
import type { MailboxRow } from '../../mailbox/account/mailboxes.ts'
import { automaticLimits } from '../forward/forwarding.ts'
import { forwardingAddresses } from '../forward/repository.ts'
import type { DayLimit } from '../queue/enqueue.ts'
import { answeringAddresses } from '../reply/repository.ts'

export type AutomaticMail = {
  forwards(address: string): Promise<boolean>
  answers(address: string): Promise<boolean>
  /** Null when the mailbox may not send automatically. */
  limitsOf(mailbox: MailboxRow): Promise<DayLimit[] | null>
  /** Tells every node that the set of these mailboxes has changed. */
  changed(): Promise<void>
  close(): void
}

const heldMs = 10 * second
/** A message on this channel makes every node read again which mailboxes forward or answer. */
export const automaticChannel = 'automatic-mail'

type Held = { at: number; forwards: Promise<Set<string>>; answers: Promise<Set<string>> }

export function createAutomaticMail(deps: { db: Db; clock: Clock; site: SiteSettings }): AutomaticMail {
  const { db } = deps
  let held: Held | null = null
  const forget = () => {
    held = null
  }

  function current(): Held {
    const now = deps.clock.now()
    // A message between nodes may be lost, so the sets are also read again after a while.
    if (held === null || Math.abs(now - held.at) > heldMs) {
      held = { at: now, forwards: forwardingAddresses(db.query), answers: answeringAddresses(db.query) }
      held.forwards.catch(forget)
      held.answers.catch(forget)
    }
    return held
  }

  return {
    forwards: async address => (await current().forwards).has(address),
    answers: async address => (await current().answers).has(address),
    async limitsOf(mailbox) {
      const { mailboxSendsPerDay } = await deps.site.read()
      return automaticLimits(db.query, mailbox, mailboxSendsPerDay)
    },
    async changed() {
      forget()
      await db.bus.publish(automaticChannel, '')
    },
    close: db.bus.subscribe(automaticChannel, forget),
  }
}

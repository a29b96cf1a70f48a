/**
 * Tells this node's listeners what happened on any node. Mail events carry the mail as lists show it; when that would not
 * fit into a message between nodes, its number travels and the listener's node reads it.
 */
import type { MailRow, MailsChanged, OrderState, RecipientState, SentMail } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import type { Scope } from '../../identity/access.ts'
import type { Log } from '../../log.ts'

export type MailEvent = {
  kind: 'mail'
  seq: number
  mailboxId: string
  ownerId: string | null
  mail: MailRow
}
export type UnreadEvent = { kind: 'unread'; mailboxId: string; ownerId: string | null; unread: number }
/** Mails were read, marked, moved or deleted. */
export type ChangedEvent = MailsChanged & { kind: 'changed'; ownerId: string | null }
/** A sent mail, or one of its recipients, changed. */
export type SentEvent = {
  kind: 'sent'
  mailboxId: string
  ownerId: string | null
  sent: { id: string; state: RecipientState; recipient: SentMail['recipients'][number] | null }
}
/** Something about a domain is different from before; `broke` names the records that were right and are not any more. */
export type DomainEvent = {
  kind: 'domain'
  /** Nobody's: domains belong to accounts. */
  mailboxId: ''
  ownerId: string | null
  domainId: string
  name: string
  broke: readonly string[]
}
/** An order of the store; it belongs to no mailbox, and to the one who sells. */
export type OrderEvent = {
  kind: 'order'
  mailboxId: ''
  ownerId: string | null
  order: { id: string; orderNo: string; status: OrderState; address: string }
}
export type HubEvent = MailEvent | UnreadEvent | ChangedEvent | SentEvent | DomainEvent | OrderEvent

const channel = 'events'
const maxMessageBytes = 7000

type Travelling = HubEvent | { kind: 'mailNumber'; seq: number }

type Subscriber = {
  scope: Scope
  listener: (event: HubEvent) => void
  onClose: () => void
  onGap: () => void
}

export type EventHub = {
  publish(event: HubEvent): Promise<void>
  /**
   * `onClose` is called when the program stops: whoever waits must go. `onGap`: when events may have been lost; whoever
   * cannot look for them goes too, and comes again.
   */
  subscribe(
    scope: Scope,
    listener: (event: HubEvent) => void,
    onClose: () => void,
    onGap?: () => void,
  ): () => void
  listeners(): number
  close(): void
}

export function inScope(scope: Scope, event: { mailboxId: string; ownerId: string | null }): boolean {
  switch (scope.kind) {
    case 'all':
      return true
    case 'owner':
      return event.ownerId === scope.accountId
    case 'mailbox':
      return event.mailboxId === scope.mailboxId
  }
}

export function createEventHub(deps: {
  db: Db
  log: Log
  loadMail: (seq: number) => Promise<MailEvent | null>
  /** Called whenever somebody begins to wait. */
  onListener?: () => void
}): EventHub {
  const subscribers = new Set<Subscriber>()
  let closed = false

  function deliver(event: HubEvent): void {
    for (const { scope, listener } of subscribers) {
      if (inScope(scope, event)) listener(event)
    }
  }

  async function receive(message: string): Promise<void> {
    if (subscribers.size === 0) return
    const event = JSON.parse(message) as Travelling
    if (event.kind !== 'mailNumber') {
      deliver(event)
      return
    }
    const loaded = await deps.loadMail(event.seq)
    if (loaded) deliver(loaded)
  }

  const unsubscribe = deps.db.bus.subscribe(channel, message => {
    receive(message).catch(cause => deps.log.warn({ err: cause }, 'an event was not delivered'))
  })
  const unsubscribeGap = deps.db.bus.onGap(() => {
    for (const { onGap } of subscribers) onGap()
  })

  return {
    async publish(event) {
      if (subscribers.size === 0 && !deps.db.bus.goesOut) return
      const whole = JSON.stringify(event)
      const fits = Buffer.byteLength(whole) <= maxMessageBytes
      const message =
        fits || event.kind !== 'mail' ? whole : JSON.stringify({ kind: 'mailNumber', seq: event.seq })
      await deps.db.bus.publish(channel, message)
    },
    subscribe(scope, listener, onClose, onGap = onClose) {
      const subscriber = { scope, listener, onClose, onGap }
      subscribers.add(subscriber)
      deps.onListener?.()
      if (closed) setImmediate(onClose)
      return () => subscribers.delete(subscriber)
    },
    listeners: () => subscribers.size,
    close() {
      closed = true
      unsubscribe()
      unsubscribeGap()
      for (const { onClose } of subscribers) onClose()
    },
  }
}

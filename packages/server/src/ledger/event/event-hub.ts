/**
 * Tells this node's listeners about events on any node. Mail events carry the mail as lists show it. When
 * that does not fit into a message between nodes, only its id travels and the listener's node reads the mail.
 */
import type { MailRow, MailsChanged, OrderState, RecipientState, SentMail } from '@yanshu/contract'
import type { Db } from '../../database/types.ts'
import type { LetterScope, Scope } from '../../kernel/call/caller.ts'
import type { Log } from '../../kernel/log.ts'

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
/** A domain changed; `broke` names the records that were right and no longer are. */
export type DomainEvent = {
  kind: 'domain'
  /** Domains belong to accounts, so no mailbox is set. */
  mailboxId: ''
  ownerId: string | null
  domainId: string
  name: string
  broke: readonly string[]
}
/** An order of the store; it belongs to the seller and to no mailbox. */
export type OrderEvent = {
  kind: 'order'
  mailboxId: ''
  ownerId: string | null
  order: { id: string; orderNo: string; status: OrderState; address: string }
}
export type HubEvent = MailEvent | UnreadEvent | ChangedEvent | SentEvent | DomainEvent | OrderEvent

export const eventsChannel = 'events'
const maxMessageBytes = 7000

type Travelling = HubEvent | { kind: 'mailNumber'; seq: number }

/** The events that a listener hears: those about mail, and those about domains and orders. */
export type Audience = { readonly mail: LetterScope | null; readonly matters: Scope | null }

type Subscriber = {
  audience: Audience
  listener: (event: HubEvent) => void
  onClose: () => void
  onGap: () => void
}

export type EventHub = {
  publish(event: HubEvent): Promise<void>
  /**
   * `onClose` runs when the program stops: every listener must end. `onGap` runs when events may have been
   * lost: a listener that cannot look for them ends too, and comes again.
   */
  subscribe(
    audience: Audience,
    listener: (event: HubEvent) => void,
    onClose: () => void,
    onGap?: () => void,
  ): () => void
  listeners(): number
  /** Calls back whenever somebody begins to listen. */
  whenHeard(callback: () => void): void
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
}): EventHub {
  const subscribers = new Set<Subscriber>()
  const heard: (() => void)[] = []
  let closed = false

  function deliver(event: HubEvent): void {
    const about = event.kind === 'domain' || event.kind === 'order' ? 'matters' : 'mail'
    for (const { audience, listener } of subscribers) {
      const scope = audience[about]
      if (scope !== null && inScope(scope, event)) listener(event)
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

  const unsubscribe = deps.db.bus.subscribe(eventsChannel, message => {
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
      await deps.db.bus.publish(eventsChannel, message)
    },
    subscribe(audience, listener, onClose, onGap = onClose) {
      const subscriber = { audience, listener, onClose, onGap }
      subscribers.add(subscriber)
      for (const callback of heard) callback()
      if (closed) setImmediate(onClose)
      return () => subscribers.delete(subscriber)
    },
    listeners: () => subscribers.size,
    whenHeard: callback => void heard.push(callback),
    close() {
      closed = true
      unsubscribe()
      unsubscribeGap()
      for (const { onClose } of subscribers) onClose()
    },
  }
}

import { type Belonging, type Fate, holdersOwn, outlivesIt, partOfIt } from '../ledger/life/belonging.ts'
import { giveCardsOf } from './card/repository.ts'
import { forgetMailboxes, giveOrdersOf } from './order/repository.ts'

/** Codes and orders of a seller that goes are its heir's. */
const cardsInherited: Fate = async (tx, { ids, to }) => giveCardsOf(tx, ids, to)
const ordersInherited: Fate = async (tx, { ids, to }) => giveOrdersOf(tx, ids, to)

/** A buyer's order opens the mailbox and resets its password; once it is another's, no more. */
const orderForgets: Fate = (tx, { ids }) => forgetMailboxes(tx, ids)

const facts = { ...outlivesIt, exported: false } as const

export const commerceBelongings: readonly Belonging[] = [
  // Codes that its owner made for a mailbox do not open it once it is another's.
  { table: 'card_mailbox', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: false },
  {
    ...{ table: 'card', column: 'owner_id', of: 'account', exported: false },
    ...{ handOver: 'stays', end: 'stays', remove: cardsInherited },
  },
  { table: 'card_batch', column: 'owner_id', of: 'account', ...facts },
  { table: 'card_batch', column: 'domain_ids', of: 'domain', spelled: 'list', ...facts },
  {
    ...{ table: 'shop_order', column: 'seller_id', of: 'account', exported: false },
    ...{ handOver: 'stays', end: 'stays', remove: ordersInherited },
  },
  {
    ...{ table: 'shop_order', column: 'mailbox_id', of: 'mailbox', exported: false },
    ...{ handOver: orderForgets, end: 'stays', remove: orderForgets },
  },
  {
    ...{ table: 'shop_order', column: 'domain_id', of: 'domain', exported: false },
    ...{ handOver: 'stays', end: 'stays', remove: 'forgets' },
  },
  { table: 'plan', column: 'domain_id', of: 'domain', ...partOfIt, exported: false },
  { table: 'special_name', column: 'domain_id', of: 'domain', ...partOfIt, exported: false },
  // The note that something was handed out once keeps it from being handed out twice.
  { table: 'provision', column: 'mailbox_id', of: 'mailbox', ...facts },
  { table: 'expiry_reminder', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: false },
  { table: 'welcome_letter', column: 'mailbox_id', of: 'mailbox', ...holdersOwn, exported: false },
]

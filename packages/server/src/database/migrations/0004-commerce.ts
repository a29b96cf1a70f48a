/** Creates the store: plans, names with a price, orders and their events, payments, and handed-out goods. */
import { sql } from 'kysely'
import type { Tx } from '../types.ts'

async function catalogue({ schema }: Tx): Promise<void> {
  await schema
    .createTable('plan')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('domain_id', 'text', c => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('name', 'text', c => c.notNull())
    .addColumn('hint', 'text', c => c.notNull())
    .addColumn('days', 'integer')
    .addColumn('price', 'integer', c => c.notNull())
    .addColumn('renew_price', 'integer', c => c.notNull())
    .addColumn('quota_bytes', 'bigint')
    .addColumn('may_send', 'integer', c => c.notNull())
    .addColumn('recommended', 'integer', c => c.notNull())
    .addColumn('on_sale', 'integer', c => c.notNull())
    .addColumn('position', 'integer', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .execute()
  await schema.createIndex('plan_domain').on('plan').columns(['domain_id', 'position']).execute()

  await schema
    .createTable('special_name')
    .addColumn('domain_id', 'text', c => c.notNull().references('domain.id').onDelete('cascade'))
    .addColumn('local_part', 'text', c => c.notNull())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('price', 'integer', c => c.notNull())
    .addPrimaryKeyConstraint('special_name_key', ['domain_id', 'local_part'])
    .execute()

  await schema
    .createTable('address_hold')
    .addColumn('address', 'text', c => c.primaryKey())
    .addColumn('holder', 'text', c => c.notNull())
    .addColumn('until', 'bigint', c => c.notNull())
    .execute()
  await schema.createIndex('address_hold_holder').on('address_hold').column('holder').execute()
}

async function orders({ schema }: Tx): Promise<void> {
  await schema
    .createTable('shop_order')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('order_no', 'text', c => c.notNull().unique())
    .addColumn('claim_hash', 'text', c => c.notNull().unique())
    .addColumn('phone', 'text', c => c.notNull())
    .addColumn('query_hash', 'text', c => c.notNull())
    .addColumn('status', 'text', c => c.notNull())
    .addColumn('renew', 'integer', c => c.notNull())
    .addColumn('address', 'text', c => c.notNull())
    .addColumn('local_part', 'text', c => c.notNull())
    // Orders outlive the domain, the seller and the plan, because they are the books.
    .addColumn('domain_id', 'text', c => c.references('domain.id').onDelete('set null'))
    .addColumn('domain_name', 'text', c => c.notNull())
    .addColumn('seller_id', 'text', c => c.references('sys_account.id').onDelete('set null'))
    .addColumn('plan_id', 'text', c => c.notNull())
    .addColumn('plan_name', 'text', c => c.notNull())
    .addColumn('days', 'integer')
    .addColumn('quota_bytes', 'bigint')
    .addColumn('may_send', 'integer', c => c.notNull())
    .addColumn('price', 'integer', c => c.notNull())
    .addColumn('paid', 'integer', c => c.notNull())
    .addColumn('refunded', 'integer', c => c.notNull())
    .addColumn('way', 'text', c => c.notNull())
    .addColumn('channel', 'text', c => c.notNull())
    .addColumn('gateway_ref', 'text', c => c.notNull())
    .addColumn('trade_no', 'text', c => c.notNull())
    .addColumn('pay_url', 'text', c => c.notNull())
    .addColumn('pay_qr', 'text', c => c.notNull())
    .addColumn('mailbox_id', 'text')
    .addColumn('mailbox_expires_at', 'bigint')
    .addColumn('note', 'text', c => c.notNull())
    .addColumn('client', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('hold_until', 'bigint', c => c.notNull())
    .addColumn('paid_at', 'bigint')
    .addColumn('done_at', 'bigint')
    .addColumn('collected_at', 'bigint')
    .addColumn('next_check_at', 'bigint')
    .addColumn('checks', 'integer', c => c.notNull())
    .execute()
  await schema.createIndex('shop_order_phone').on('shop_order').columns(['phone', 'created_at']).execute()
  await schema.createIndex('shop_order_status').on('shop_order').columns(['status', 'hold_until']).execute()
  await schema.createIndex('shop_order_time').on('shop_order').column('created_at').execute()
  await schema.createIndex('shop_order_paid').on('shop_order').column('paid_at').execute()
  await schema.createIndex('shop_order_check').on('shop_order').column('next_check_at').execute()
  await schema
    .createIndex('shop_order_seller')
    .on('shop_order')
    .columns(['seller_id', 'created_at'])
    .execute()
  await schema.createIndex('shop_order_domain').on('shop_order').column('domain_id').execute()
  await schema.createIndex('shop_order_mailbox').on('shop_order').column('mailbox_id').execute()

  await schema
    .createTable('order_event')
    .addColumn('order_id', 'text', c => c.notNull().references('shop_order.id'))
    .addColumn('seq', 'integer', c => c.notNull())
    .addColumn('at', 'bigint', c => c.notNull())
    .addColumn('from_status', 'text')
    .addColumn('to_status', 'text', c => c.notNull())
    .addColumn('actor', 'text', c => c.notNull())
    .addColumn('text', 'text', c => c.notNull())
    .addPrimaryKeyConstraint('order_event_key', ['order_id', 'seq'])
    .execute()

  await schema
    .createTable('order_access')
    .addColumn('order_id', 'text', c => c.notNull().references('shop_order.id'))
    .addColumn('how', 'text', c => c.notNull())
    .addColumn('client', 'text', c => c.notNull())
    .addColumn('agent', 'text', c => c.notNull())
    .addColumn('at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('order_access_key', ['order_id', 'how', 'client'])
    .execute()
}

async function payments({ schema }: Tx): Promise<void> {
  await schema
    .createTable('payment')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('order_id', 'text', c => c.notNull().references('shop_order.id'))
    .addColumn('way', 'text', c => c.notNull())
    .addColumn('trade_no', 'text', c => c.notNull())
    .addColumn('amount', 'integer', c => c.notNull())
    .addColumn('became', 'text', c => c.notNull())
    .addColumn('card_id', 'text', c => c.references('card.id'))
    .addColumn('credit_code', 'text', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addUniqueConstraint('payment_trade', ['way', 'trade_no'])
    .execute()
  await schema.createIndex('payment_order').on('payment').column('order_id').execute()

  await schema
    .createTable('pay_case')
    .addColumn('id', 'text', c => c.primaryKey())
    .addColumn('key', 'text', c => c.notNull().unique())
    .addColumn('kind', 'text', c => c.notNull())
    .addColumn('way', 'text', c => c.notNull())
    .addColumn('reason', 'text', c => c.notNull())
    .addColumn('order_id', 'text', c => c.references('shop_order.id'))
    .addColumn('order_no', 'text', c => c.notNull())
    .addColumn('trade_no', 'text', c => c.notNull())
    .addColumn('amount', 'integer')
    .addColumn('detail', 'text', c => c.notNull())
    .addColumn('client', 'text', c => c.notNull())
    .addColumn('count', 'integer', c => c.notNull())
    .addColumn('created_at', 'bigint', c => c.notNull())
    .addColumn('last_at', 'bigint', c => c.notNull())
    .addColumn('settled_at', 'bigint')
    .addColumn('settled_note', 'text', c => c.notNull())
    .execute()
  await schema.createIndex('pay_case_order').on('pay_case').column('order_id').execute()
  await schema.createIndex('pay_case_open').on('pay_case').columns(['settled_at', 'last_at']).execute()
}

async function handedOut({ schema }: Tx): Promise<void> {
  await schema
    .createTable('provision')
    .addColumn('key', 'text', c => c.primaryKey())
    .addColumn('mailbox_id', 'text', c => c.notNull())
    .addColumn('address', 'text', c => c.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('at', 'bigint', c => c.notNull())
    .execute()

  await schema
    .createTable('expiry_reminder')
    .addColumn('mailbox_id', 'text', c => c.notNull().references('mailbox.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', c => c.notNull())
    .addColumn('days_before', 'integer', c => c.notNull())
    .addColumn('at', 'bigint', c => c.notNull())
    .addPrimaryKeyConstraint('expiry_reminder_key', ['mailbox_id', 'expires_at', 'days_before'])
    .execute()

  await schema
    .alterTable('card_batch')
    .addColumn('amount', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('card')
    .addColumn('balance', 'integer', c => c.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('card')
    .addColumn('code_sealed', 'text', c => c.notNull().defaultTo(sql`''`))
    .execute()
  await schema
    .createTable('card_mailbox')
    .addColumn('card_id', 'text', c => c.notNull().references('card.id').onDelete('cascade'))
    .addColumn('mailbox_id', 'text', c => c.notNull().references('mailbox.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('card_mailbox_key', ['card_id', 'mailbox_id'])
    .execute()
  await schema.createIndex('card_mailbox_mailbox').on('card_mailbox').column('mailbox_id').unique().execute()
}

export async function up(tx: Tx): Promise<void> {
  await catalogue(tx)
  await orders(tx)
  await payments(tx)
  await handedOut(tx)
}

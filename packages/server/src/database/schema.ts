/**
 * All tables, as Kysely sees them; each is described where it belongs, in the `table.ts` of its feature. Truth values
 * are 0 or 1, times are milliseconds, structures are JSON text: the subset that both databases share.
 */
import type { LooseBlobTable } from '../blobs/table.ts'
import type { CardBatchTable, CardMailboxTable, CardTable } from '../commerce/card/table.ts'
import type { PlanTable, SpecialNameTable } from '../commerce/catalog/table.ts'
import type { OrderAccessTable, OrderEventTable, ShopOrderTable } from '../commerce/order/table.ts'
import type { PayCaseTable, PaymentTable } from '../commerce/payment/table.ts'
import type { ExpiryReminderTable, ProvisionTable, WelcomeLetterTable } from '../commerce/provision/table.ts'
import type { ApiKeyTable, ApiUsageTable } from '../identity/api-key/table.ts'
import type { AddressHoldTable, MailboxTable } from '../identity/email-account/table.ts'
import type { SessionTable, SpentProofTable, ThrottleTable } from '../identity/session/table.ts'
import type { SysAccountTable } from '../identity/sys-account/table.ts'
import type { FilterTable } from '../inbound/filter/table.ts'
import type { BlobTable, MailTable, MessageRawTable, MessageTable } from '../inbound/mailbox/table.ts'
import type { PushSubscriptionTable } from '../inbound/notify/push/table.ts'
import type { WebhookDeliveryTable, WebhookTable } from '../inbound/notify/table.ts'
import type { SpoolTicketTable, TraceTable } from '../inbound/receive/table.ts'
import type { JobTable } from '../jobs/table.ts'
import type { BlockTable, ComplaintTable } from '../operate/abuse/table.ts'
import type { AuditTable } from '../operate/audit/table.ts'
import type {
  DkimKeyTable,
  DnsAccessTable,
  DnsPlanTable,
  DomainClaimTable,
  DomainRecordTable,
  DomainTable,
} from '../operate/domain/table.ts'
import type { NodeTable } from '../operate/node/table.ts'
import type { PictureTable } from '../operate/picture/table.ts'
import type { SettingChangeTable, SettingTable } from '../operate/setting/table.ts'
import type { SenderTallyTable, TallyEntryTable, TallyTable } from '../operate/tally/table.ts'
import type {
  AutoReplyGivenTable,
  AutoReplyTable,
  ContactTable,
  DraftTable,
  ForwardingTable,
  OutgoingRecipientTable,
  OutgoingTable,
  QueuePauseTable,
  RelayTable,
  SendCountTable,
  SendStopTable,
  StsPolicyTable,
  SuppressionTable,
  UploadTable,
} from '../outbound/table.ts'

export type Flag = 0 | 1

export const flag = (value: boolean): Flag => (value ? 1 : 0)

export type Schema = {
  migration: { name: string; applied_at: number }
  sys_account: SysAccountTable
  session: SessionTable
  throttle: ThrottleTable
  spent_proof: SpentProofTable
  api_key: ApiKeyTable
  mailbox: MailboxTable
  domain: DomainTable
  setting: SettingTable
  audit: AuditTable
  job: JobTable
  message: MessageTable
  message_raw: MessageRawTable
  mail: MailTable
  blob: BlobTable
  trace: TraceTable
  filter: FilterTable
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  card_batch: CardBatchTable
  card: CardTable
  outgoing: OutgoingTable
  outgoing_recipient: OutgoingRecipientTable
  queue_pause: QueuePauseTable
  suppression: SuppressionTable
  draft: DraftTable
  upload: UploadTable
  contact: ContactTable
  relay: RelayTable
  forwarding: ForwardingTable
  send_count: SendCountTable
  send_stop: SendStopTable
  sts_policy: StsPolicyTable
  auto_reply: AutoReplyTable
  auto_reply_given: AutoReplyGivenTable
  domain_claim: DomainClaimTable
  dkim_key: DkimKeyTable
  domain_record: DomainRecordTable
  dns_plan: DnsPlanTable
  dns_access: DnsAccessTable
  tally_entry: TallyEntryTable
  tally: TallyTable
  sender_tally: SenderTallyTable
  node: NodeTable
  api_usage: ApiUsageTable
  block: BlockTable
  complaint: ComplaintTable
  setting_change: SettingChangeTable
  loose_blob: LooseBlobTable
  spool_ticket: SpoolTicketTable
  push_subscription: PushSubscriptionTable
  picture: PictureTable
  card_mailbox: CardMailboxTable
  plan: PlanTable
  special_name: SpecialNameTable
  address_hold: AddressHoldTable
  shop_order: ShopOrderTable
  order_event: OrderEventTable
  order_access: OrderAccessTable
  payment: PaymentTable
  pay_case: PayCaseTable
  provision: ProvisionTable
  expiry_reminder: ExpiryReminderTable
  welcome_letter: WelcomeLetterTable
}

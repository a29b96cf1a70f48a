/**
 * The contract between the server and everyone who calls it: calls, their schemas, the error catalogue and
 * the words of permissions. It does not know how a call is served or shown.
 */
export * from './call.ts'
export {
  type Block,
  type BlockKind,
  type Complaint,
  type ComplaintReason,
  type ComplaintState,
  complaintStateNames,
} from './calls/abuse.ts'
export type { SysAccount, SysRole, SysStatus } from './calls/account.ts'
export type { CardBatch, CardKind, CardRow, CardState, CardStep, CardWorth } from './calls/card.ts'
export type { Authority, Certificate, CertificatePurpose, CertificateState } from './calls/certificate.ts'
export type { Dashboard, NodeHealth } from './calls/dashboard.ts'
export type {
  DkimKey,
  DnsChange,
  DnsKind,
  DnsLevel,
  DnsPlan,
  DnsProvider,
  DnsRecord,
  DnsState,
  Domain,
} from './calls/domain.ts'
export { dnsKinds, dnsProviders, dnsStates } from './calls/domain.ts'
export type { Draft, Upload } from './calls/draft.ts'
export type { AccountRow, ExpiryFilter, ImportColumn } from './calls/email-account.ts'
export { importFields } from './calls/email-account.ts'
export type { FilterRow, FilterRule } from './calls/filter.ts'
export type { FolderRow } from './calls/folder.ts'
export type { GuideState, GuideStep, GuideStepName } from './calls/guide.ts'
export { guideSteps } from './calls/guide.ts'
export type { Job, JobFailure, JobKind, JobState } from './calls/job.ts'
export type { Look, LookReason } from './calls/look.ts'
export type {
  AttachedMail,
  AttachmentInfo,
  MailDetail,
  MailRow,
  MailsChanged,
  Person,
} from './calls/mail.ts'
export { mailsChanged } from './calls/mail.ts'
export type { ProgramChannel } from './calls/mail-program.ts'
export type { AuthResult } from './calls/mail-proof.ts'
export type {
  Lifetime,
  LifetimeChange,
  Mailbox,
  MailboxKind,
  MailboxStatus,
  NameStyle,
} from './calls/mailbox.ts'
export type { OrderRow, PayCase, PayWayState } from './calls/order.ts'
export type { PlanRow, SpecialKind, SpecialName } from './calls/plan.ts'
export type { AutoReply, QueueRow, SendStop } from './calls/queue.ts'
export type { InvitationAnswer, RecipientState, SentDetail, SentFolder, SentMail } from './calls/sent.ts'
export type { PictureUse, SettingChange, SettingEntry, SettingGroup } from './calls/site.ts'
export type { AuthPurpose, DateStyle, PublicSettings } from './calls/start.ts'
export type {
  AccessHow,
  NameState,
  OrderState,
  OwnOrder,
  PayOption,
  PayWay,
  Plan,
  SoldAccount,
  StoreDomain,
} from './calls/store.ts'
export type { Webhook, WebhookKind } from './calls/webhook.ts'
export * from './calls.ts'
export * from './card-code.ts'
export * from './client.ts'
export * from './error-codes.ts'
export * from './errors.ts'
export * from './folders.ts'
export * from './permission.ts'
export * from './permission-data.ts'
export * from './permission-names.ts'
export * from './routes.ts'

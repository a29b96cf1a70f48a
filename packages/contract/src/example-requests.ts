/**
 * Requests that schemas alone cannot make: conditions between fields, values that the reader must supply, and
 * the fields that make a call worth seeing. Each succeeds as written once the reader has replaced the
 * placeholders.
 */
import type { CallName } from './calls.ts'
import { type Known, type PlaceholderName, placeholders } from './placeholders.ts'

export type ExampleRequest = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

export type Requests = Readonly<Partial<Record<CallName, ExampleRequest>>>

export type Put = (name: PlaceholderName) => string

export const putInto =
  (known: Known): Put =>
  name =>
    known[name] ?? placeholders[name].shown

const rule = {
  name: '账单加星',
  enabled: true,
  match: 'all',
  conditions: [{ field: 'subject', operator: 'contains', value: '账单' }],
  actions: [{ action: 'star' }],
  scope: { kind: 'all' },
}

const start = (put: Put): Requests => ({
  login: { body: { username: put('username'), password: put('password') } },
  loginEmail: { body: { address: put('address'), password: put('password') } },
  makeTicket: { body: { id: put('mailboxId') } },
  loginTicket: { body: { ticket: put('loginTicket') } },
  changePassword: { body: { oldPassword: put('password'), newPassword: 'a longer password' } },
  endSession: { body: { id: put('sessionId') } },
  startTotp: { body: { password: put('password') } },
  confirmTotp: { body: { totp: put('totp') } },
  stopTotp: { body: { password: put('password'), totp: put('totp') } },
  deleteOwnAccount: { body: { password: put('password'), name: put('username') } },
})

const mailboxes = (put: Put): Requests => ({
  regEmail: { body: { domain: put('domain') } },
  createEmail: { body: { domain: put('domain'), lifetime: { minutes: 60 } } },
  createEmailAccount: { body: { domain: put('domain'), names: ['xiaoyan', 'laishu'] } },
  editEmailAccount: { body: { id: put('mailboxId'), note: '备注' } },
  batchEditEmailAccount: { body: { ids: [put('mailboxId')], note: '财务部', dryRun: true } },
  delEmailAccount: { body: { ids: [put('mailboxId')] } },
  restoreEmailAccount: { body: { ids: [put('mailboxId')] } },
  releaseName: { body: { address: put('restingAddress') } },
  importEmailAccount: { body: { rows: [{ line: 1, address: `hongyan@${put('domain')}` }] } },
  getClientSetting: { query: { id: put('mailboxId') } },
  getMailProfile: { query: { ticket: put('ticket') } },
  getAppPasswords: { query: { id: put('mailboxId') } },
  createAppPassword: { body: { id: put('mailboxId'), name: '我的手机' } },
  delAppPassword: { body: { id: put('appPasswordId') } },
  requireAppPasswords: { body: { id: put('mailboxId'), only: true } },
  prepareLook: { query: { mailbox: put('othersMailboxId') } },
  beginLook: {
    body: { mailbox: put('othersMailboxId'), reason: 'help', words: '稿费通知没收到，工单 318' },
  },
  uncoverEmail: { body: { id: put('mailId') } },
  getJob: { query: { id: put('jobId') } },
  cancelJob: { body: { id: put('jobId') } },
  resumeJob: { body: { id: put('jobId') } },
  takeJobSecrets: { body: { id: put('jobId') } },
  getJobFile: { query: { id: put('jobId') } },
})

/**
 * An attachment belongs to one mail, so when the attachment is unknown the reader must supply the mail as
 * well.
 */
const mailWith = (put: Put, known: Known, part: 'attachmentId' | 'attachedMailId' | 'imageUrl'): string =>
  known[part] === undefined ? placeholders.mailId.shown : put('mailId')

const mails = (put: Put, known: Known): Requests => ({
  waitEmail: { query: { mailbox: put('address'), hasCode: 'true', timeout: 30 } },
  getInbox: { query: { ...(known.mailboxId ? { mailbox: known.mailboxId } : {}), pageSize: 10 } },
  getEmail: { params: { id: put('mailId') } },
  getEmailSource: { params: { id: put('mailId') } },
  getAttachment: {
    params: { id: mailWith(put, known, 'attachmentId'), attachmentId: put('attachmentId') },
  },
  getAttachedEmail: {
    params: { id: mailWith(put, known, 'attachedMailId'), attachmentId: put('attachedMailId') },
  },
  getImage: { params: { id: mailWith(put, known, 'imageUrl') }, query: { url: put('imageUrl') } },
  setReadEmail: { body: { ids: [put('mailId')], read: true } },
  updateEmail: { body: { ids: [put('mailId')], starred: true } },
  deleteEmail: { params: { id: put('mailId') } },
  delEmail: { body: { ids: [put('mailId')] } },
  createFolder: { body: { mailbox: put('mailboxId'), name: '票据', color: 'amber' } },
  editFolder: { body: { id: put('folderId'), name: '发票' } },
  delFolder: { body: { ids: [put('folderId')] } },
  emptyTrash: { body: { mailbox: put('mailboxId') } },
  deleteEmailsInTimeRange: {
    body: { from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z', dryRun: true },
  },
  sendTestMail: { body: { mailbox: put('mailboxId') } },
  addFilter: { body: rule },
  testFilter: { body: { rule } },
  editFilter: { body: { id: put('filterId'), enabled: false } },
  delFilter: { body: { ids: [put('filterId')] } },
})

const sending = (put: Put, known: Known): Requests => ({
  sendEmail: {
    body: {
      from: put('address'),
      to: [known.address ?? 'laishu@example.org'],
      subject: '你好',
      text: '你好',
    },
  },
  answerInvitation: {
    body: {
      id: mailWith(put, known, 'attachmentId'),
      attachmentId: put('attachmentId'),
      answer: 'accepted',
    },
  },
  getSent: { params: { id: put('sentId') } },
  getSentSource: { params: { id: put('sentId') } },
  getSentAttachment: { params: { id: put('sentId'), attachmentId: put('attachmentId') } },
  delSentEmail: { body: { ids: [put('sentId')] } },
  cancelSent: { body: { id: put('sentId') } },
  retrySent: { body: { id: put('sentId') } },
  editSentAsNew: { body: { id: put('sentId') } },
  getContacts: { query: { q: 'xiao' } },
  setSignature: { body: { name: '小雁', signature: '小雁\n雁书' } },
  saveDraft: { body: { from: put('address'), to: [], subject: '你好', html: '<p>你好</p>' } },
  getDraft: { params: { id: put('draftId') } },
  delDraft: { body: { ids: [put('draftId')] } },
  attachFromEmail: { body: { id: put('mailId') } },
  getFile: { params: { id: put('fileId') } },
  delFile: { body: { ids: [put('fileId')] } },
  changeQueue: { body: { ids: [put('queueId')], action: 'retry' } },
  liftSendStop: { body: { kind: 'account', id: put('senderId') } },
  delSuppression: { body: { ids: [put('suppressionId')] } },
  getForwarding: { query: { mailbox: put('mailboxId') } },
  setForwarding: { body: { mailbox: put('mailboxId'), to: ['laishu@example.org'], keep: true } },
  getAutoReply: { query: { mailbox: put('mailboxId') } },
  setAutoReply: {
    body: {
      mailbox: put('mailboxId'),
      enabled: true,
      from: null,
      until: null,
      subject: '',
      text: '来信收到，我下周回复。',
    },
  },
  testRelay: {
    body: {
      host: 'relay.example.com',
      port: 587,
      security: 'starttls',
      username: 'xiaoyan',
      password: put('relayPassword'),
    },
  },
  setRelay: {
    body: {
      host: 'relay.example.com',
      port: 587,
      security: 'starttls',
      username: 'xiaoyan',
      password: put('relayPassword'),
    },
  },
})

const hooks = (put: Put): Requests => ({
  addWebhook: {
    body: {
      name: '我的程序',
      kind: 'generic',
      url: 'https://example.com/hook',
      onlyCode: true,
      mailbox: null,
      enabled: true,
    },
  },
  editWebhook: { body: { id: put('webhookId'), onlyCode: false } },
  delWebhook: { body: { ids: [put('webhookId')] } },
  testWebhook: { body: { id: put('webhookId') } },
  getWebhookLog: { query: { id: put('webhookId') } },
  replayWebhook: { body: { id: put('deliveryId') } },
})

const domains = (put: Put): Requests => ({
  addDomain: { body: { name: put('newDomain') } },
  editDomain: { body: { id: put('domainId'), catchAll: true } },
  delDomain: { body: { id: put('domainId'), dryRun: true } },
  getDkim: { query: { id: put('domainId') } },
  getDomainReports: { query: { id: put('domainId') } },
  checkDNS: { body: { id: put('domainId') } },
  setDNS: {
    body: {
      id: put('domainId'),
      step: 'plan',
      provider: 'rfc2136',
      credentials: {
        server: put('nameServer'),
        keyName: put('tsigName'),
        secret: put('tsigSecret'),
        algorithm: 'hmac-sha256',
      },
    },
  },
})

const selling = (put: Put): Requests => ({
  checkName: { query: { domainId: put('soldDomainId'), localPart: 'qingniao' } },
  buyEmail: {
    body: {
      domainId: put('soldDomainId'),
      planId: put('planId'),
      localPart: 'qingniao',
      phone: '13800000000',
      queryPassword: 'a query password',
      pay: { way: 'card', cardCode: put('cardCode') },
    },
  },
  openOrder: { body: { claimToken: put('claimToken') } },
  recheckOrder: { body: { claimToken: put('claimToken') } },
  getPlans: { query: { domainId: put('domainId') } },
  addPlan: {
    body: {
      domainId: put('domainId'),
      name: '一年',
      days: 365,
      price: 2400,
      renewPrice: 2000,
      quotaMb: 5120,
      maySend: true,
    },
  },
  editPlan: { body: { id: put('planId'), price: 1800 } },
  delPlan: { body: { id: put('planId') } },
  getSpecialNames: { query: { domainId: put('domainId') } },
  setSpecialNames: {
    body: { domainId: put('domainId'), names: ['feihong', 'luoyan'], kind: 'premium', price: 18_800 },
  },
  delSpecialNames: { body: { domainId: put('domainId'), names: ['feihong', 'luoyan'] } },
  getOrderHistory: { query: { id: put('orderId') } },
  markPaid: { body: { id: put('orderId') } },
  closeOrder: { body: { id: put('orderId') } },
  refundOrder: { body: { id: put('orderId'), note: '买错了' } },
  noteOrder: { body: { id: put('orderId'), note: '备注' } },
  settlePayCase: { body: { id: put('caseId'), note: '已经退款' } },
  verCard: { body: { code: put('cardCode') } },
  createCard: { body: { kind: 'open', count: 10, days: 30 } },
  exportCards: { query: { batch: put('batchId') } },
  revealCard: { body: { ids: [put('cardId')] } },
  editCard: { body: { ids: [put('cardId')], state: 'disabled' } },
  delCard: { body: { ids: [put('cardId')] } },
})

const operating = (put: Put): Requests => ({
  createSysAccount: { body: { username: 'xiaoyan' } },
  editSysAccount: { body: { id: put('accountId'), note: '备注' } },
  delSysAccount: { body: { id: put('accountId') } },
  loginAs: { body: { id: put('accountId') } },
  addBlock: { body: { kind: 'sender', patterns: ['spam.example'], note: '备注' } },
  delBlock: { body: { ids: [put('blockId')] } },
  complain: { body: { address: put('address'), reason: 'spam', words: '它一直给我发垃圾邮件。' } },
  editComplaint: { body: { id: put('complaintId'), state: 'working', note: '在查' } },
  setPicture: { body: { use: 'avatar', fileId: put('fileId') } },
  getPicture: { params: { id: put('pictureId') } },
  updateSetting: { body: { values: { dateStyle: 'exact' } } },
  renewCertificate: { body: {} },
})

export function requestsFor(known: Known): Requests {
  const put = putInto(known)
  return {
    ...start(put),
    ...mailboxes(put),
    ...mails(put, known),
    ...sending(put, known),
    ...hooks(put),
    ...domains(put),
    ...selling(put),
    ...operating(put),
  }
}

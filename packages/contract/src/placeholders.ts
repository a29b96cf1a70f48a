/**
 * The texts in an example that a reader must replace: ids of things, own names and secrets. Each entry tells
 * its text in an example and where to find the real value. Everything else in an example is meant literally.
 */
import type { CallName } from './calls.ts'
import { completeCardCode } from './card-code.ts'

type Entry = {
  /** The text in an example when no real value is known. */
  readonly shown: string
  /** Describes the value to supply. */
  readonly words: string
  /** The call that returns the value. */
  readonly from?: CallName
}

export const placeholders = {
  domain: { shown: 'example.com', words: '站点上的域名', from: 'getArrDomains' },
  newDomain: { shown: 'example.net', words: '要添加的域名' },
  address: { shown: 'xiaoyan@example.com', words: '自己的邮箱地址', from: 'emailList' },
  restingAddress: { shown: 'former@example.com', words: '不久前删除的邮箱的地址' },
  username: { shown: 'YOUR_USERNAME', words: '自己的用户名' },
  password: { shown: 'YOUR_PASSWORD', words: '自己的密码' },
  totp: { shown: 'TOTP_CODE', words: '验证器这时显示的六位数字，关闭时也可以是备用码' },
  mailboxId: { shown: 'MAILBOX_ID', words: '邮箱的编号', from: 'emailList' },
  othersMailboxId: { shown: 'OTHERS_MAILBOX_ID', words: '别人的邮箱的编号', from: 'getEmailAccount' },
  mailId: { shown: 'MAIL_ID', words: '邮件的编号', from: 'getInbox' },
  folderId: { shown: 'FOLDER_ID', words: '自己建的文件夹的编号', from: 'getFolders' },
  attachmentId: { shown: '2', words: '附件的编号', from: 'getEmail' },
  attachedMailId: { shown: '3', words: '附着的邮件的附件编号', from: 'getEmail' },
  imageUrl: { shown: 'https://example.com/logo.png', words: '这封邮件里图片的地址', from: 'getEmail' },
  sentId: { shown: 'SENT_ID', words: '已发邮件的编号', from: 'getSentEmail' },
  draftId: { shown: 'DRAFT_ID', words: '草稿的编号', from: 'getDrafts' },
  fileId: { shown: 'FILE_ID', words: '上传的文件的编号', from: 'uploadFile' },
  queueId: { shown: 'QUEUE_ID', words: '队列里收件人的编号', from: 'getQueue' },
  suppressionId: { shown: 'SUPPRESSION_ID', words: '停发名单里的编号', from: 'getSuppressions' },
  senderId: { shown: 'SENDER_ID', words: '被停住的账号的编号', from: 'getSendStops' },
  relayPassword: { shown: 'RELAY_PASSWORD', words: '中继的密码' },
  filterId: { shown: 'FILTER_ID', words: '过滤规则的编号', from: 'getFilters' },
  webhookId: { shown: 'WEBHOOK_ID', words: '通知地址的编号', from: 'getWebhooks' },
  deliveryId: { shown: 'DELIVERY_ID', words: '发送记录的编号', from: 'getWebhookLog' },
  domainId: { shown: 'DOMAIN_ID', words: '域名的编号', from: 'getDomains' },
  soldDomainId: { shown: 'STORE_DOMAIN_ID', words: '在售域名的编号', from: 'getAdminDomains' },
  nameServer: { shown: 'ns.example.com', words: '收动态更新的域名服务器' },
  tsigName: { shown: 'TSIG_NAME', words: '域名服务器上 TSIG 密钥的名字' },
  tsigSecret: { shown: 'TSIG_SECRET', words: '这个 TSIG 密钥，Base64' },
  planId: { shown: 'PLAN_ID', words: '套餐的编号', from: 'getAdminDomains' },
  orderId: { shown: 'ORDER_ID', words: '订单的编号', from: 'getOrders' },
  claimToken: { shown: 'CLAIM_TOKEN', words: '下单时得到的取货凭证', from: 'buyEmail' },
  caseId: { shown: 'CASE_ID', words: '这件事的编号', from: 'getPayCases' },
  cardCode: { shown: completeCardCode('ABCDEFGHJKMNPQR'), words: '自己的卡密' },
  cardId: { shown: 'CARD_ID', words: '卡密的编号', from: 'getCard' },
  batchId: { shown: 'BATCH_ID', words: '卡密批次的编号', from: 'getCardBatches' },
  accountId: { shown: 'ACCOUNT_ID', words: '系统账号的编号', from: 'getSysAccount' },
  sessionId: { shown: 'SESSION_ID', words: '登录的编号', from: 'getSessions' },
  blockId: { shown: 'BLOCK_ID', words: '拦截名单里的编号', from: 'getBlocks' },
  complaintId: { shown: 'COMPLAINT_ID', words: '举报的编号', from: 'getComplaints' },
  pictureId: { shown: 'PICTURE_ID', words: '图片的编号，在图片地址的末尾', from: 'getVar' },
  jobId: { shown: 'JOB_ID', words: '任务的编号', from: 'getJobs' },
  loginTicket: { shown: 'LOGIN_TICKET', words: '另一台设备给出的一次性凭据', from: 'makeTicket' },
  appPasswordId: { shown: 'APP_PASSWORD_ID', words: '应用密码的编号', from: 'getAppPasswords' },
  ticket: { shown: 'TICKET', words: '描述文件链接里的 ticket', from: 'getClientSetting' },
} as const satisfies Record<string, Entry>

export type PlaceholderName = keyof typeof placeholders

/** The known values of the person who views an example; with them the example works at once. */
export type Known = { readonly [Name in PlaceholderName]?: string }

export type Placeholder = Entry & { readonly name: PlaceholderName }

const all: readonly Placeholder[] = Object.entries(placeholders).map(([name, entry]) => ({
  name: name as PlaceholderName,
  ...entry,
}))

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/** An address that somebody else may hold contains a placeholder domain. */
const meantBy = (text: string): Placeholder | undefined =>
  all.find(({ shown }) => shown === text) ?? all.find(({ shown }) => text.endsWith(`@${shown}`))

/** Returns the placeholders left in a request, in their order. */
export const placeholdersIn = (request: object): Placeholder[] => [
  ...new Set(textsIn(request).flatMap(text => meantBy(text) ?? [])),
]

/** True when the text can only be a placeholder; such a text is never sent. */
export const isBlank = ({ shown }: Placeholder): boolean => /^[A-Z_]{6,}$/.test(shown)

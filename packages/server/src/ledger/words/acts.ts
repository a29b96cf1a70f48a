/** Names the acts of the log: a call by its words in the catalogue, unless those are for its callers alone. */
import { type CallName, callNames, calls } from '@yanshu/contract'

/** The action of a row in the log: the name of a call, or an act of its own. */
export type AuditAction = CallName | OwnAct

/** The program noticed it by itself, or it is one of several acts of a call. */
export type OwnAct =
  | 'cancelQueued'
  | 'certificateFailing'
  | 'domainBroke'
  | 'domainLapsed'
  | 'domainTaken'
  | 'loginAsEnd'
  | 'retryQueued'
  | 'sendingStopped'
  | 'setLogo'
  | 'storageRoom'

/** Acts of the log: all that are no call's name, and calls whose words in the catalogue are not what somebody did. */
export const actWords: Readonly<Record<OwnAct, string> & Partial<Record<CallName, string>>> = {
  cancelQueued: '取消待发的信',
  certificateFailing: '证书续不上',
  domainBroke: '域名的记录坏了',
  domainLapsed: '域名的归属失效',
  domainTaken: '域名被别人证明归属',
  loginAsEnd: '代为登录结束',
  retryQueued: '马上重试发信',
  sendingStopped: '停住异常的发信',
  setLogo: '换站点图标',
  storageRoom: '空间提醒',

  addPlan: '添加套餐',
  batchEditEmailAccount: '批量改邮箱',
  closeOrder: '关闭订单',
  createEmailAccount: '新建邮箱账号',
  delEmailAccount: '删除邮箱',
  delRelay: '去掉中继',
  delSpecialNames: '取消保留名和靓号',
  delSuppression: '移出停发名单',
  editDomain: '改域名',
  editEmailAccount: '改邮箱',
  getEmail: '看信',
  getInbox: '看邮件列表',
  getTrace: '看收信记录',
  liftSendStop: '恢复发信',
  loginAs: '代为登录',
  loginTicket: '凭一次性凭据登录',
  markPaid: '确认收款',
  noteOrder: '改订单备注',
  pauseQueue: '停住或继续发信',
  recheckOrder: '再查一次付款',
  refreshKey: '换 API 密钥',
  releaseName: '放开名字',
  revealCard: '查看卡密明文',
  setAutoReply: '设自动回复',
  setDNS: '写 DNS 记录',
  setForwarding: '设转发',
  setRelay: '设中继',
  setSpecialNames: '设保留名和靓号',
  settlePayCase: '处理收款的事',
  uncoverEmail: '揭开验证码和链接',
}

const said = new Map<string, string>(Object.entries(actWords))

/** The words of the catalogue say first what a call does, then how. */
const beginning = (summary: string): string => summary.split(/[，：；（]/u)[0] ?? summary

const isCall = (action: string): action is CallName => Object.hasOwn(calls, action)

/** A later version may have stored an action that these words lack; it is shown as it is. */
export const actName = (action: string): string =>
  said.get(action) ?? (isCall(action) ? beginning(calls[action].summary.zh) : action)

/** The actions whose name contains the text. */
export const actsCalled = (text: string): string[] =>
  [...new Set([...callNames, ...said.keys()])].filter(action => actName(action).includes(text))

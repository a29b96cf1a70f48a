/** Lists every call by name, one for each route. */
import * as abuse from './calls/abuse.ts'
import * as account from './calls/account.ts'
import * as card from './calls/card.ts'
import * as certificate from './calls/certificate.ts'
import * as dashboard from './calls/dashboard.ts'
import * as domain from './calls/domain.ts'
import * as domainReports from './calls/domain-reports.ts'
import * as draft from './calls/draft.ts'
import * as emailAccount from './calls/email-account.ts'
import * as filter from './calls/filter.ts'
import * as folder from './calls/folder.ts'
import * as guide from './calls/guide.ts'
import * as job from './calls/job.ts'
import * as limits from './calls/limits.ts'
import * as look from './calls/look.ts'
import * as mail from './calls/mail.ts'
import * as mailChange from './calls/mail-change.ts'
import * as mailProgram from './calls/mail-program.ts'
import * as mailbox from './calls/mailbox.ts'
import * as order from './calls/order.ts'
import * as own from './calls/own.ts'
import * as plan from './calls/plan.ts'
import * as queue from './calls/queue.ts'
import * as sent from './calls/sent.ts'
import * as site from './calls/site.ts'
import * as start from './calls/start.ts'
import * as store from './calls/store.ts'
import * as webhook from './calls/webhook.ts'
import type { Route, RouteName } from './routes.ts'

export const calls = {
  getVar: start.getVar,
  startAuth: start.startAuth,
  login: start.login,
  loginEmail: start.loginEmail,
  makeTicket: start.makeTicket,
  loginTicket: start.loginTicket,
  logout: start.logout,
  changePassword: start.changePassword,
  getSessions: start.getSessions,
  endSession: start.endSession,
  startTotp: start.startTotp,
  confirmTotp: start.confirmTotp,
  stopTotp: start.stopTotp,
  deleteOwnAccount: start.deleteOwnAccount,

  getArrDomains: mailbox.getArrDomains,
  regEmail: mailbox.regEmail,
  createEmail: mailbox.createEmail,
  emailList: mailbox.emailList,
  searchEmailAccount: mailbox.searchEmailAccount,
  getEmailAccount: emailAccount.getEmailAccount,
  createEmailAccount: emailAccount.createEmailAccount,
  editEmailAccount: emailAccount.editEmailAccount,
  batchEditEmailAccount: emailAccount.batchEditEmailAccount,
  delEmailAccount: emailAccount.delEmailAccount,
  restoreEmailAccount: emailAccount.restoreEmailAccount,
  releaseName: emailAccount.releaseName,
  importEmailAccount: emailAccount.importEmailAccount,
  exportEmailAccount: emailAccount.exportEmailAccount,
  getClientSetting: mailProgram.getClientSetting,
  getMailProfile: mailProgram.getMailProfile,
  getAppPasswords: mailProgram.getAppPasswords,
  createAppPassword: mailProgram.createAppPassword,
  delAppPassword: mailProgram.delAppPassword,
  requireAppPasswords: mailProgram.requireAppPasswords,

  prepareLook: look.prepareLook,
  beginLook: look.beginLook,
  getLook: look.getLook,
  uncoverEmail: look.uncoverEmail,
  endLook: look.endLook,
  getLooks: look.getLooks,

  getInbox: mail.getInbox,
  getUnreadEmail: mail.getUnreadEmail,
  setReadEmail: mailChange.setReadEmail,
  updateEmail: mailChange.updateEmail,
  deleteEmail: mailChange.deleteEmail,
  delEmail: mailChange.delEmail,
  deleteEmailsInTimeRange: mailChange.deleteEmailsInTimeRange,
  emptyTrash: mailChange.emptyTrash,
  getEmail: mail.getEmail,
  getEmailSource: mail.getEmailSource,
  getAttachment: mail.getAttachment,
  getAttachedEmail: mail.getAttachedEmail,
  getImage: mail.getImage,
  getFolders: folder.getFolders,
  createFolder: folder.createFolder,
  editFolder: folder.editFolder,
  delFolder: folder.delFolder,
  waitEmail: mail.waitEmail,
  events: mail.events,
  getTrace: mail.getTrace,
  sendTestMail: mail.sendTestMail,
  getFigures: mail.getFigures,

  sendEmail: sent.sendEmail,
  answerInvitation: sent.answerInvitation,
  getSentEmail: sent.getSentEmail,
  getSent: sent.getSent,
  getSentSource: sent.getSentSource,
  getSentAttachment: sent.getSentAttachment,
  delSentEmail: sent.delSentEmail,
  cancelSent: sent.cancelSent,
  retrySent: sent.retrySent,
  editSentAsNew: sent.editSentAsNew,
  getSenders: sent.getSenders,
  getContacts: sent.getContacts,
  setSignature: sent.setSignature,

  saveDraft: draft.saveDraft,
  getDrafts: draft.getDrafts,
  getDraft: draft.getDraft,
  delDraft: draft.delDraft,
  uploadFile: draft.uploadFile,
  attachFromEmail: draft.attachFromEmail,
  getFile: draft.getFile,
  delFile: draft.delFile,

  getQueue: queue.getQueue,
  pauseQueue: queue.pauseQueue,
  changeQueue: queue.changeQueue,
  getSendStops: queue.getSendStops,
  liftSendStop: queue.liftSendStop,
  getSuppressions: queue.getSuppressions,
  delSuppression: queue.delSuppression,
  getForwarding: queue.getForwarding,
  setForwarding: queue.setForwarding,
  getAutoReply: queue.getAutoReply,
  setAutoReply: queue.setAutoReply,
  getRelays: queue.getRelays,
  setRelay: queue.setRelay,
  testRelay: queue.testRelay,
  delRelay: queue.delRelay,

  getFilters: filter.getFilters,
  addFilter: filter.addFilter,
  delFilter: filter.delFilter,
  editFilter: filter.editFilter,
  testFilter: filter.testFilter,

  getWebhooks: webhook.getWebhooks,
  addWebhook: webhook.addWebhook,
  editWebhook: webhook.editWebhook,
  delWebhook: webhook.delWebhook,
  testWebhook: webhook.testWebhook,
  getWebhookLog: webhook.getWebhookLog,
  replayWebhook: webhook.replayWebhook,

  getDomains: domain.getDomains,
  addDomain: domain.addDomain,
  editDomain: domain.editDomain,
  delDomain: domain.delDomain,
  getDkim: domain.getDkim,
  getDomainReports: domainReports.getDomainReports,
  checkDNS: domain.checkDNS,
  setDNS: domain.setDNS,
  getDeliverability: domain.getDeliverability,

  getAdminDomains: store.getAdminDomains,
  checkName: store.checkName,
  buyEmail: store.buyEmail,
  queryOrder: store.queryOrder,
  openOrder: store.openOrder,
  recheckOrder: store.recheckOrder,
  getPlans: plan.getPlans,
  addPlan: plan.addPlan,
  editPlan: plan.editPlan,
  delPlan: plan.delPlan,
  getSpecialNames: plan.getSpecialNames,
  setSpecialNames: plan.setSpecialNames,
  delSpecialNames: plan.delSpecialNames,
  getOrders: order.getOrders,
  exportOrders: order.exportOrders,
  getOrderHistory: order.getOrderHistory,
  markPaid: order.markPaid,
  closeOrder: order.closeOrder,
  refundOrder: order.refundOrder,
  noteOrder: order.noteOrder,
  getPayCases: order.getPayCases,
  settlePayCase: order.settlePayCase,
  getPayWays: order.getPayWays,
  testGateway: order.testGateway,

  verCard: card.verCard,
  getCard: card.getCard,
  getCardBatches: card.getCardBatches,
  exportCards: card.exportCards,
  createCard: card.createCard,
  revealCard: card.revealCard,
  editCard: card.editCard,
  delCard: card.delCard,

  getKey: account.getKey,
  refreshKey: account.refreshKey,
  getLimits: limits.getLimits,
  getSysAccount: account.getSysAccount,
  createSysAccount: account.createSysAccount,
  editSysAccount: account.editSysAccount,
  delSysAccount: account.delSysAccount,
  loginAs: account.loginAs,
  getAuditLog: account.getAuditLog,

  getBlocks: abuse.getBlocks,
  addBlock: abuse.addBlock,
  delBlock: abuse.delBlock,
  complain: abuse.complain,
  getComplaints: abuse.getComplaints,
  editComplaint: abuse.editComplaint,

  getCertificates: certificate.getCertificates,
  renewCertificate: certificate.renewCertificate,
  getSetting: site.getSetting,
  setPicture: site.setPicture,
  getPicture: site.getPicture,
  updateSetting: site.updateSetting,
  getDashboard: dashboard.getDashboard,
  getGuide: guide.getGuide,
  editGuide: guide.editGuide,
  getSettingLog: site.getSettingLog,
  getVersion: site.getVersion,

  getJobs: job.getJobs,
  getJob: job.getJob,
  cancelJob: job.cancelJob,
  resumeJob: job.resumeJob,
  takeJobSecrets: job.takeJobSecrets,
  getJobFile: job.getJobFile,
  startExport: own.startExport,

  exportData: own.exportData,
  getPush: own.getPush,
  setPush: own.setPush,
  delPush: own.delPush,
  testPush: own.testPush,
} as const satisfies Record<RouteName, Route>

export type Calls = typeof calls
export type CallName = RouteName

export const callNames = Object.keys(calls) as CallName[]

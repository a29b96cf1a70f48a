/**
 * Holds the method and path of every call by name, which is all that a client needs. They are separate from
 * schemas and descriptions, so that a page does not load those with its first call. Each call takes its route
 * from here.
 */
export type Method = 'GET' | 'POST' | 'DELETE'

export type Route = {
  readonly method: Method
  /** The path in OpenAPI form, with parameters in braces. */
  readonly path: `/api/${string}`
}

/** Each path ends with the name of its call; only what follows the name is written out. */
const lines = {
  getVar: 'GET /api/',
  startAuth: 'POST /api/',
  login: 'POST /api/',
  loginEmail: 'POST /api/',
  makeTicket: 'POST /api/user/',
  loginTicket: 'POST /api/',
  logout: 'GET /api/user/',
  changePassword: 'POST /api/user/',
  getSessions: 'GET /api/user/',
  endSession: 'POST /api/user/',
  startTotp: 'POST /api/user/',
  confirmTotp: 'POST /api/user/',
  stopTotp: 'POST /api/user/',
  deleteOwnAccount: 'POST /api/user/',

  getArrDomains: 'GET /api/',
  regEmail: 'POST /api/',
  createEmail: 'POST /api/user/',
  emailList: 'GET /api/user/',
  searchEmailAccount: 'GET /api/user/',
  getEmailAccount: 'GET /api/user/',
  createEmailAccount: 'POST /api/user/',
  editEmailAccount: 'POST /api/user/',
  batchEditEmailAccount: 'POST /api/user/',
  delEmailAccount: 'POST /api/user/',
  restoreEmailAccount: 'POST /api/user/',
  releaseName: 'POST /api/admin/',
  importEmailAccount: 'POST /api/user/',
  exportEmailAccount: 'GET /api/user/',
  getClientSetting: 'GET /api/user/',
  getMailProfile: 'GET /api/',
  getAppPasswords: 'GET /api/user/',
  createAppPassword: 'POST /api/user/',
  delAppPassword: 'POST /api/user/',
  requireAppPasswords: 'POST /api/user/',

  prepareLook: 'GET /api/admin/',
  beginLook: 'POST /api/admin/',
  getLook: 'GET /api/admin/',
  uncoverEmail: 'POST /api/admin/',
  endLook: 'POST /api/admin/',
  getLooks: 'GET /api/user/',

  getInbox: 'GET /api/user/',
  getUnreadEmail: 'GET /api/user/',
  setReadEmail: 'POST /api/user/',
  updateEmail: 'POST /api/user/',
  deleteEmail: 'DELETE /api/user/deleteEmail/{id}',
  delEmail: 'POST /api/user/',
  deleteEmailsInTimeRange: 'POST /api/user/',
  emptyTrash: 'POST /api/user/',
  getEmail: 'GET /api/user/getEmail/{id}',
  getEmailSource: 'GET /api/user/getEmailSource/{id}',
  getAttachment: 'GET /api/user/getAttachment/{id}/{attachmentId}',
  getAttachedEmail: 'GET /api/user/getAttachedEmail/{id}/{attachmentId}',
  getImage: 'GET /api/user/getImage/{id}',
  getFolders: 'GET /api/user/',
  createFolder: 'POST /api/user/',
  editFolder: 'POST /api/user/',
  delFolder: 'POST /api/user/',
  waitEmail: 'GET /api/user/',
  events: 'GET /api/user/',
  getTrace: 'GET /api/user/',
  sendTestMail: 'POST /api/user/',
  getFigures: 'GET /api/',

  sendEmail: 'POST /api/user/',
  answerInvitation: 'POST /api/user/',
  getSentEmail: 'GET /api/user/',
  getSent: 'GET /api/user/getSent/{id}',
  getSentSource: 'GET /api/user/getSentSource/{id}',
  getSentAttachment: 'GET /api/user/getSentAttachment/{id}/{attachmentId}',
  delSentEmail: 'POST /api/user/',
  cancelSent: 'POST /api/user/',
  retrySent: 'POST /api/user/',
  editSentAsNew: 'POST /api/user/',
  getSenders: 'GET /api/user/',
  getContacts: 'GET /api/user/',
  setSignature: 'POST /api/user/',

  saveDraft: 'POST /api/user/',
  getDrafts: 'GET /api/user/',
  getDraft: 'GET /api/user/getDraft/{id}',
  delDraft: 'POST /api/user/',
  uploadFile: 'POST /api/user/',
  attachFromEmail: 'POST /api/user/',
  getFile: 'GET /api/user/getFile/{id}',
  delFile: 'POST /api/user/',

  getQueue: 'GET /api/admin/',
  pauseQueue: 'POST /api/admin/',
  changeQueue: 'POST /api/admin/',
  getSendStops: 'GET /api/admin/',
  liftSendStop: 'POST /api/admin/',
  getSuppressions: 'GET /api/user/',
  delSuppression: 'POST /api/user/',
  getForwarding: 'GET /api/user/',
  setForwarding: 'POST /api/user/',
  getAutoReply: 'GET /api/user/',
  setAutoReply: 'POST /api/user/',
  getRelays: 'GET /api/admin/',
  setRelay: 'POST /api/admin/',
  testRelay: 'POST /api/admin/',
  delRelay: 'POST /api/admin/',

  getFilters: 'GET /api/user/',
  addFilter: 'POST /api/user/',
  delFilter: 'POST /api/user/',
  editFilter: 'POST /api/user/',
  testFilter: 'POST /api/user/',

  getWebhooks: 'GET /api/user/',
  addWebhook: 'POST /api/user/',
  editWebhook: 'POST /api/user/',
  delWebhook: 'POST /api/user/',
  testWebhook: 'POST /api/user/',
  getWebhookLog: 'GET /api/user/',
  replayWebhook: 'POST /api/user/',

  getDomains: 'GET /api/user/',
  addDomain: 'POST /api/user/',
  editDomain: 'POST /api/user/',
  delDomain: 'POST /api/user/',
  getDkim: 'GET /api/user/',
  getDomainReports: 'GET /api/user/',
  checkDNS: 'POST /api/user/',
  setDNS: 'POST /api/user/',
  getDeliverability: 'GET /api/user/',

  getAdminDomains: 'GET /api/',
  checkName: 'GET /api/',
  buyEmail: 'POST /api/',
  queryOrder: 'GET /api/',
  openOrder: 'POST /api/',
  recheckOrder: 'POST /api/',
  getPlans: 'GET /api/user/',
  addPlan: 'POST /api/user/',
  editPlan: 'POST /api/user/',
  delPlan: 'POST /api/user/',
  getSpecialNames: 'GET /api/user/',
  setSpecialNames: 'POST /api/user/',
  delSpecialNames: 'POST /api/user/',
  getOrders: 'GET /api/user/',
  exportOrders: 'GET /api/user/',
  getOrderHistory: 'GET /api/user/',
  markPaid: 'POST /api/admin/',
  closeOrder: 'POST /api/admin/',
  refundOrder: 'POST /api/admin/',
  noteOrder: 'POST /api/admin/',
  getPayCases: 'GET /api/admin/',
  settlePayCase: 'POST /api/admin/',
  getPayWays: 'GET /api/admin/',
  testGateway: 'POST /api/admin/',

  verCard: 'POST /api/',
  getCard: 'GET /api/user/',
  getCardBatches: 'GET /api/user/',
  exportCards: 'GET /api/user/',
  createCard: 'POST /api/user/',
  revealCard: 'POST /api/user/',
  editCard: 'POST /api/user/',
  delCard: 'POST /api/user/',

  getKey: 'GET /api/user/',
  refreshKey: 'POST /api/user/',
  getLimits: 'GET /api/user/',
  getSysAccount: 'GET /api/admin/',
  createSysAccount: 'POST /api/admin/',
  editSysAccount: 'POST /api/admin/',
  delSysAccount: 'POST /api/admin/',
  loginAs: 'POST /api/admin/',
  getAuditLog: 'GET /api/admin/',

  getBlocks: 'GET /api/admin/',
  addBlock: 'POST /api/admin/',
  delBlock: 'POST /api/admin/',
  complain: 'POST /api/',
  getComplaints: 'GET /api/admin/',
  editComplaint: 'POST /api/admin/',

  getCertificates: 'GET /api/admin/',
  renewCertificate: 'POST /api/admin/',
  getSetting: 'GET /api/user/',
  setPicture: 'POST /api/user/',
  getPicture: 'GET /api/getPicture/{id}',
  updateSetting: 'POST /api/user/',
  getDashboard: 'GET /api/user/',
  getGuide: 'GET /api/admin/',
  editGuide: 'POST /api/admin/',
  getSettingLog: 'GET /api/user/',
  getVersion: 'GET /api/user/',

  getJobs: 'GET /api/user/',
  getJob: 'GET /api/user/',
  cancelJob: 'POST /api/user/',
  resumeJob: 'POST /api/user/',
  takeJobSecrets: 'POST /api/user/',
  getJobFile: 'GET /api/user/',
  startExport: 'POST /api/user/',

  exportData: 'GET /api/user/',
  getPush: 'GET /api/user/',
  setPush: 'POST /api/user/',
  delPush: 'POST /api/user/',
  testPush: 'POST /api/user/',
} as const satisfies Record<string, `${Method} /api/${string}`>

export type RouteName = keyof typeof lines

type RouteOf<
  Name extends string,
  Line extends string,
> = Line extends `${infer M extends Method} ${infer Path}`
  ? { readonly method: M; readonly path: Path extends `${string}/` ? `${Path}${Name}` : Path }
  : never

type Routes = { readonly [Name in RouteName]: RouteOf<Name, (typeof lines)[Name]> }

const routeOf = ([name, line]: readonly [string, string]) => {
  const [method = '', path = ''] = line.split(' ')
  return [name, { method, path: path.endsWith('/') ? path + name : path }] as const
}

export const routes = Object.fromEntries(Object.entries(lines).map(routeOf)) as Routes

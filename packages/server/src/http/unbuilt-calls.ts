/**
 * Calls of the contract that this version does not serve yet. They answer `notOffered` after the caller's right was
 * checked. The list only ever gets shorter; a call is either here or has a handler, which the compiler sees to.
 */
import type { CallName } from '@yanshu/contract'

export const unbuiltCalls = [
  'createEmailAccount',
  'batchEditEmailAccount',
  'sendEmail',
  'getSentEmail',
  'getSent',
  'getSentSource',
  'getSentAttachment',
  'delSentEmail',
  'cancelSent',
  'retrySent',
  'editSentAsNew',
  'getSenders',
  'getContacts',
  'saveDraft',
  'getDrafts',
  'getDraft',
  'delDraft',
  'uploadFile',
  'attachFromEmail',
  'getFile',
  'delFile',
  'getQueue',
  'pauseQueue',
  'changeQueue',
  'getSuppressions',
  'delSuppression',
  'getForwarding',
  'setForwarding',
  'getRelays',
  'setRelay',
  'delRelay',
  'addDomain',
  'editDomain',
  'delDomain',
  'getDkim',
  'checkDNS',
  'setDNS',
  'getAdminDomains',
  'buyEmail',
  'queryOrder',
  'getDashboard',
] as const satisfies readonly CallName[]

export type UnbuiltCall = (typeof unbuiltCalls)[number]

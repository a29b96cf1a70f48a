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
  'delSentEmail',
  'uploadFile',
  'addDomain',
  'editDomain',
  'delDomain',
  'getDkim',
  'checkDNS',
  'setDNS',
  'getDashboard',
] as const satisfies readonly CallName[]

export type UnbuiltCall = (typeof unbuiltCalls)[number]

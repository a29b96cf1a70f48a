/**
 * The numbers of the errors by their names, which is what a page needs of most of them. Numbers are never
 * reused.
 */
export const errorCodes = {
  /** The specification fixes this number: the client goes to `url` and shows `msg`. */
  loginNeeded: 302,

  badRequest: 1000,
  invalidInput: 1001,
  badJson: 1002,
  wrongContentType: 1003,
  tooLarge: 1004,
  forbidden: 1005,
  notFound: 1006,
  conflict: 1007,
  tooMany: 1008,
  internal: 1009,
  busy: 1010,
  notOffered: 1011,
  waitedInVain: 1012,
  remoteRefused: 1013,

  wrongCredentials: 2001,
  totpNeeded: 2002,
  totpWrong: 2003,
  proofNeeded: 2004,
  proofWrong: 2005,
  accountStopped: 2006,
  registrationClosed: 2007,
  wrongPassword: 2008,
  totpAlreadyOn: 2009,
  totpNotOn: 2010,
  ticketOver: 2011,

  addressTaken: 3001,
  addressReserved: 3002,
  domainClosed: 3003,
  limitReached: 3004,
  addressResting: 3005,

  usernameTaken: 4001,
  lastAdmin: 4002,
  notYourself: 4003,
  ownsThings: 4004,
} as const

export type ErrorName = keyof typeof errorCodes

/** The texts that a client has of its own, for an answer without any. */
export const ownWords = {
  loginNeeded: '登录状态失效，请先登录',
  internal: '服务器出了点问题，请稍后再试',
} as const

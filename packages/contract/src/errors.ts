/**
 * The one error catalogue. Code uses the name, programs may rely on the number, and people read the text. The catalogue knows nothing of HTTP except the matching status.
 */
import { type ErrorName, errorCodes, ownWords } from './error-codes.ts'

export type ErrorEntry = { readonly code: number; readonly status: number; readonly msg: string }

const told: Readonly<Record<ErrorName, Omit<ErrorEntry, 'code'>>> = {
  loginNeeded: { status: 401, msg: ownWords.loginNeeded },

  badRequest: { status: 400, msg: '请求有误' },
  invalidInput: { status: 400, msg: '有内容填得不对，请看提示' },
  badJson: { status: 400, msg: '请求内容不是有效的 JSON' },
  wrongContentType: { status: 400, msg: '请求的内容类型不受支持' },
  tooLarge: { status: 413, msg: '内容太大' },
  forbidden: { status: 403, msg: '没有权限这样做' },
  notFound: { status: 404, msg: '没有找到' },
  conflict: { status: 409, msg: '和现有内容冲突，请刷新后再试' },
  tooMany: { status: 429, msg: '操作太频繁，请稍后再试' },
  internal: { status: 500, msg: ownWords.internal },
  busy: { status: 503, msg: '服务暂时繁忙，请稍后再试' },
  notOffered: { status: 503, msg: '这个版本还没有这项功能' },
  waitedInVain: { status: 404, msg: '等待时间内没有收到符合条件的邮件' },
  remoteRefused: { status: 400, msg: '这个地址不能访问' },

  wrongCredentials: { status: 401, msg: '账号或密码不对' },
  totpNeeded: { status: 401, msg: '请输入两步验证码' },
  totpWrong: { status: 401, msg: '两步验证码不对，或已经用过' },
  proofNeeded: { status: 403, msg: '请先完成安全验证' },
  proofWrong: { status: 400, msg: '安全验证没有通过，请重试' },
  accountStopped: { status: 403, msg: '这个账号已停用，请联系管理员' },
  registrationClosed: { status: 403, msg: '目前没有开放注册' },
  wrongPassword: { status: 400, msg: '当前密码不对' },
  totpAlreadyOn: { status: 409, msg: '两步验证已经开启' },
  totpNotOn: { status: 409, msg: '两步验证没有开启' },
  ticketOver: { status: 404, msg: '这个二维码已经用过或过期了，请在原来的设备上换一个新的' },

  addressTaken: { status: 409, msg: '这个地址已经有人用了' },
  addressReserved: { status: 400, msg: '这个名字不能使用' },
  domainClosed: { status: 400, msg: '这个域名没有开放' },
  limitReached: { status: 403, msg: '已经到达上限' },
  addressResting: { status: 409, msg: '这个名字不久前有人用过，还不能再用' },

  usernameTaken: { status: 409, msg: '用户名已被使用' },
  lastAdmin: { status: 409, msg: '至少要保留一个可用的管理员' },
  notYourself: { status: 409, msg: '不能对自己的账号这样做' },
  ownsThings: { status: 409, msg: '这个账号名下还有内容，请先选择如何处理' },
}

const named = Object.entries(errorCodes) as [ErrorName, number][]

export const errors = Object.fromEntries(
  named.map(([name, code]) => [name, { code, ...told[name] }]),
) as Readonly<Record<ErrorName, ErrorEntry>>

export const errorNames = named.map(([name]) => name)

/** Why a log-in is no longer good, where its holder did nothing to end it. */
export const endReasons = ['stopped', 'expired'] as const
export type EndReason = (typeof endReasons)[number]

/** A field that somebody else changed since the caller saw it. */
export type ChangedElsewhere = {
  field: string
  /** The present value, in the form of the field itself. */
  value: unknown
  /** The user name and the time; null where nobody noted them. */
  by: string | null
  at: string | null
}

/** The body of a failed answer. */
export type ErrorBody = {
  error: number
  msg: string
  /** The address to go to; set with `loginNeeded`. */
  url?: string
  /** Why the log-in is no longer good, where it was stopped or its time is over; set with `loginNeeded`. */
  reason?: EndReason
  /** The fault of each wrong field of the request. */
  fields?: Record<string, string>
  /** The number of seconds after which another try makes sense; set with `tooMany`. */
  retryAfter?: number
  /** The fields that were not overwritten; set with `conflict` when the request tells what the caller saw. */
  changed?: ChangedElsewhere[]
}

/**
 * The one error catalogue. A name is what code uses, the number is what programs may rely on, the text is what people
 * read. Numbers are never reused. Nothing here knows of HTTP beyond the status that tells the same story.
 */
export type ErrorEntry = { readonly code: number; readonly status: number; readonly msg: string }

const catalogue = {
  /** Number fixed by the specification: the client goes to `url` and shows `msg`. */
  loginNeeded: { code: 302, status: 401, msg: '登录状态失效，请先登录' },

  badRequest: { code: 1000, status: 400, msg: '请求有误' },
  invalidInput: { code: 1001, status: 400, msg: '有内容填得不对，请看提示' },
  badJson: { code: 1002, status: 400, msg: '请求内容不是有效的 JSON' },
  wrongContentType: { code: 1003, status: 400, msg: '请求的内容类型不受支持' },
  tooLarge: { code: 1004, status: 413, msg: '内容太大' },
  forbidden: { code: 1005, status: 403, msg: '没有权限这样做' },
  notFound: { code: 1006, status: 404, msg: '没有找到' },
  conflict: { code: 1007, status: 409, msg: '和现有内容冲突，请刷新后再试' },
  tooMany: { code: 1008, status: 429, msg: '操作太频繁，请稍后再试' },
  internal: { code: 1009, status: 500, msg: '服务器出了点问题，请稍后再试' },
  busy: { code: 1010, status: 503, msg: '服务暂时繁忙，请稍后再试' },
  notOffered: { code: 1011, status: 503, msg: '这个版本还没有这项功能' },
  waitedInVain: { code: 1012, status: 404, msg: '等待时间内没有收到符合条件的邮件' },
  remoteRefused: { code: 1013, status: 400, msg: '这个地址不能访问' },

  wrongCredentials: { code: 2001, status: 401, msg: '账号或密码不对' },
  totpNeeded: { code: 2002, status: 401, msg: '请输入两步验证码' },
  totpWrong: { code: 2003, status: 401, msg: '两步验证码不对，或已经用过' },
  proofNeeded: { code: 2004, status: 403, msg: '请先完成安全验证' },
  proofWrong: { code: 2005, status: 400, msg: '安全验证没有通过，请重试' },
  accountStopped: { code: 2006, status: 403, msg: '这个账号已停用，请联系管理员' },
  registrationClosed: { code: 2007, status: 403, msg: '目前没有开放注册' },
  wrongPassword: { code: 2008, status: 400, msg: '当前密码不对' },
  totpAlreadyOn: { code: 2009, status: 409, msg: '两步验证已经开启' },
  totpNotOn: { code: 2010, status: 409, msg: '两步验证没有开启' },

  addressTaken: { code: 3001, status: 409, msg: '这个地址已经有人用了' },
  addressReserved: { code: 3002, status: 400, msg: '这个名字不能使用' },
  domainClosed: { code: 3003, status: 400, msg: '这个域名没有开放' },
  limitReached: { code: 3004, status: 403, msg: '已经到达上限' },

  usernameTaken: { code: 4001, status: 409, msg: '用户名已被使用' },
  lastAdmin: { code: 4002, status: 409, msg: '至少要保留一个可用的管理员' },
  notYourself: { code: 4003, status: 409, msg: '不能对自己的账号这样做' },
  ownsThings: { code: 4004, status: 409, msg: '这个账号名下还有内容，请先选择如何处理' },
} as const satisfies Record<string, ErrorEntry>

export type ErrorName = keyof typeof catalogue

export const errors: Readonly<Record<ErrorName, ErrorEntry>> = catalogue

export const errorNames = Object.keys(catalogue) as ErrorName[]

/** The body of a failed answer. */
export type ErrorBody = {
  error: number
  msg: string
  /** Where to go; set with `loginNeeded`. */
  url?: string
  /** What is wrong with which field of the request. */
  fields?: Record<string, string>
  /** Seconds after which another try makes sense; set with `tooMany`. */
  retryAfter?: number
}

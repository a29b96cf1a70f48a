/** Start-up variables and everything for logging in. */
import { z } from 'zod'
import { accounts, defineCall, everyone, loggedIn } from '../call.ts'
import { address, id, mailboxId, newPassword, password, proof, time, token } from '../fields.ts'
import { routes } from '../routes.ts'

export const dateStyles = ['relative', 'exact'] as const
export type DateStyle = (typeof dateStyles)[number]

export const publicSettings = z.object({
  siteName: z.string().describe('站点名称'),
  logo: z.string().describe('站点图标的地址，空则用默认图标'),
  avatar: z.string().describe('自己的头像的地址，空则没有'),
  notice: z.string().describe('公告'),
  homeText: z.string().describe('首页的一句话'),
  registration: z.boolean().describe('访客能否注册邮箱'),
  temporary: z.boolean().describe('访客能否新建临时邮箱'),
  lifetimes: z.array(z.int()).describe('可选的有效时长，单位分钟'),
  defaultLifetime: z.int().describe('没有选择时的有效时长，单位分钟；0 表示一直保留'),
  store: z.boolean().describe('商店是否开放'),
  storeForGood: z.boolean().describe('在售的套餐里有没有永久的'),
  storeMaySend: z.boolean().describe('在售的套餐里有没有能发信的'),
  card: z.boolean().describe('能否使用卡密'),
  uploadLimit: z.int().describe('单个文件的大小上限，单位字节'),
  legal: z.string().describe('使用条款'),
  complaint: z.string().describe('投诉邮箱'),
  complaintForm: z.boolean().describe('能否在线举报'),
  icp: z.string().describe('备案号'),
  mailTmApi: z.boolean().describe('是否提供 mail.tm 兼容接口'),
  displayName: z.string().describe('自己的显示名称，没有设则为空'),
  dateStyle: z.enum(dateStyles).describe('时间怎么写：relative 刚刚、昨天，exact 年月日时分'),
  version: z.string().describe('版本号'),
})
export type PublicSettings = z.output<typeof publicSettings>

export const getVar = defineCall(routes.getVar, {
  group: 'start',
  who: everyone,
  page: { none: 'every page starts with it' },
  summary: {
    zh: '取启动变量：当前身份的权限和公开设置',
    en: "Start-up variables: the caller's permissions and the public settings",
  },
  answer: z.object({
    permissionData: z.string().describe('加密的权限数据：AES-256-CBC，补零，前 16 字节是 IV，Base64'),
    settings: publicSettings.describe('公开的设置，以及自己的几项'),
  }),
  errors: [],
})

export const authPurposes = [
  'login',
  'loginEmail',
  'regEmail',
  'verCard',
  'buyEmail',
  'queryOrder',
  'complain',
  'loginTicket',
] as const
export type AuthPurpose = (typeof authPurposes)[number]

export const startAuth = defineCall(routes.startAuth, {
  group: 'start',
  who: everyone,
  page: { none: 'comes before the log-in' },
  summary: {
    zh: '开始一次登录或注册：需要时给出安全验证题',
    en: 'Begin a log-in or registration; gives a proof-of-work challenge when one is needed',
  },
  body: z.strictObject({
    purpose: z.enum(authPurposes, '用途不对').describe('打算做什么'),
    subject: z.string().trim().max(320).optional().describe('打算登录的用户名或地址，知道时带上'),
  }),
  answer: z.object({
    proofNeeded: z.boolean().describe('这次要不要安全验证'),
    challenge: z
      .object({
        algorithm: z.literal('SHA-256').describe('散列算法'),
        challenge: z.string().describe('要凑出的散列，十六进制：SHA-256(salt + 数)'),
        salt: z.string().describe('盐，连同里面的期限照原样用'),
        signature: z.string().describe('站点的签名，原样带回'),
        maxnumber: z.int().describe('答案是 0 到它之间的一个整数'),
      })
      .nullable()
      .describe('ALTCHA 格式的验证题，不需要验证时为 null'),
    registration: z.boolean().describe('是否开放注册'),
    twoFactor: z.boolean().describe('是否支持两步验证'),
  }),
  errors: [],
})

export const login = defineCall(routes.login, {
  group: 'start',
  who: everyone,
  page: { none: 'comes before the log-in' },
  summary: { zh: '系统账号登录', en: 'Log in to a system account' },
  body: z.strictObject({
    username: z.string().trim().min(1, '请输入用户名').max(64, '用户名太长').describe('用户名'),
    password,
    totp: z.string().trim().max(32, '验证码太长').optional().describe('两步验证码，或一个备用码'),
    remember: z
      .boolean()
      .optional()
      .describe('在这台设备上保持登录（默认），天数由站点设置决定；否则 12 小时不用就失效'),
    proof,
  }),
  answer: z.object({ token, url: z.string().describe('登录后去的页面') }),
  errors: ['wrongCredentials', 'totpNeeded', 'totpWrong', 'proofNeeded', 'proofWrong', 'accountStopped'],
})

export const loginEmail = defineCall(routes.loginEmail, {
  group: 'start',
  who: everyone,
  page: { none: 'comes before the log-in' },
  summary: { zh: '用邮箱地址和密码登录这个邮箱', en: 'Log in to one mailbox with its address and password' },
  body: z.strictObject({ address, password, proof }),
  answer: z.object({ token, address: z.string().describe('登录的邮箱，统一写法') }),
  errors: ['wrongCredentials', 'proofNeeded', 'proofWrong', 'accountStopped'],
})

const ticket = z
  .string()
  .min(1, '缺少凭据')
  .max(64, '凭据太长')
  .describe('换登录用的一次性凭据，几分钟内有效')

export const makeTicket = defineCall(routes.makeTicket, {
  group: 'start',
  who: loggedIn,
  page: ['inbox', 'emailAccount'],
  sessionOnly: true,
  summary: {
    zh: '在另一台设备上接着用一个邮箱：给出一次性凭据和可做成二维码的链接',
    en: 'Go on with a mailbox on another device: gives a ticket that is good once, and its link for a QR code',
  },
  body: z.strictObject({ id: mailboxId.describe('自己的邮箱的编号；管理员也只能是自己名下的') }),
  answer: z.object({
    ticket,
    url: z.string().describe('打开就能换登录的链接；凭据在 # 之后，不会发给服务器'),
    expiresAt: time.describe('过期的时间（ISO 8601，UTC）'),
  }),
  errors: ['notFound', 'conflict'],
})

export const loginTicket = defineCall(routes.loginTicket, {
  group: 'start',
  who: everyone,
  page: { none: 'comes before the log-in' },
  summary: {
    zh: '凭 makeTicket 的凭据登录这个邮箱，得到自己的登录凭证',
    en: 'Log in to a mailbox with a ticket of makeTicket and get a token of its own',
  },
  body: z.strictObject({ ticket, proof }),
  answer: z.object({ token, address: z.string().describe('登录的邮箱') }),
  errors: ['ticketOver', 'proofNeeded', 'proofWrong'],
})

export const logout = defineCall(routes.logout, {
  group: 'start',
  who: loggedIn,
  page: { none: 'whoever is in may leave' },
  sessionOnly: true,
  summary: { zh: '退出当前登录', en: 'End the current log-in' },
  answer: z.object({}),
  errors: [],
})

export const changePassword = defineCall(routes.changePassword, {
  group: 'account',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  summary: { zh: '改密码，其他登录随之失效', en: 'Change the password; every other log-in ends' },
  body: z.strictObject({
    oldPassword: password.optional().describe('当前密码；还没有密码的临时邮箱不用填'),
    newPassword,
  }),
  answer: z.object({ ended: z.int().describe('因此失效的其他登录数') }),
  errors: ['wrongPassword'],
})

export const getSessions = defineCall(routes.getSessions, {
  group: 'account',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  summary: { zh: '列出自己的登录', en: "List the caller's log-ins" },
  answer: z.object({
    list: z
      .array(
        z.object({
          id: id.describe('登录的编号，endSession 用'),
          createdAt: time.describe('登录的时间（ISO 8601，UTC）'),
          lastSeenAt: time.describe('最近一次使用'),
          expiresAt: time.describe('失效的时间；一直在用会往后推'),
          client: z.string().describe('登录时的网络地址'),
          agent: z.string().describe('浏览器或程序'),
          current: z.boolean().describe('是不是现在这个登录'),
          actedBy: z.string().nullable().describe('代为登录或正在查看的管理员；自己登录的是 null'),
        }),
      )
      .describe('还有效的登录，最近用过的在前'),
  }),
  errors: [],
})

export const endSession = defineCall(routes.endSession, {
  group: 'account',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  summary: {
    zh: '结束自己的一个登录，或除当前外的全部',
    en: "End one of the caller's log-ins, or all but the current one",
  },
  body: z
    .strictObject({
      id: id.optional().describe('要结束的登录的编号'),
      others: z.literal(true).optional().describe('结束除当前外的全部；和 id 选一样'),
    })
    .refine(value => (value.id === undefined) !== (value.others === undefined), {
      error: '请选一个登录，或选择全部其他登录',
      path: ['id'],
    }),
  answer: z.object({ ended: z.int().describe('结束了几个') }),
  errors: ['notFound'],
})

export const startTotp = defineCall(routes.startTotp, {
  group: 'account',
  who: accounts,
  page: 'setting',
  sessionOnly: true,
  summary: { zh: '开始设置两步验证', en: 'Begin to set up the second factor' },
  body: z.strictObject({ password }),
  answer: z.object({
    secret: z.string().describe('密钥，Base32'),
    uri: z.string().describe('otpauth 地址，可做成二维码'),
  }),
  errors: ['wrongPassword', 'totpAlreadyOn'],
})

export const confirmTotp = defineCall(routes.confirmTotp, {
  group: 'account',
  who: accounts,
  page: 'setting',
  sessionOnly: true,
  summary: { zh: '输入一次验证码，开启两步验证', en: 'Turn the second factor on with one code' },
  body: z.strictObject({
    totp: z.string().trim().min(6, '请输入 6 位验证码').max(32).describe('验证器上的 6 位验证码'),
  }),
  answer: z.object({ recoveryCodes: z.array(z.string()).describe('备用码，只显示这一次') }),
  errors: ['totpWrong', 'totpAlreadyOn', 'totpNotOn'],
})

export const stopTotp = defineCall(routes.stopTotp, {
  group: 'account',
  who: accounts,
  page: 'setting',
  sessionOnly: true,
  summary: { zh: '关闭两步验证', en: 'Turn the second factor off' },
  body: z.strictObject({
    password,
    totp: z.string().trim().min(6, '请输入验证码').max(32).describe('两步验证码，或一个备用码'),
  }),
  answer: z.object({}),
  errors: ['wrongPassword', 'totpWrong', 'totpNotOn'],
})

export const deleteOwnAccount = defineCall(routes.deleteOwnAccount, {
  group: 'account',
  who: loggedIn,
  page: 'setting',
  sessionOnly: true,
  summary: {
    zh: '注销自己：邮箱连同邮件，或系统账号连同名下的一切',
    en: 'Delete the own mailbox, or the own account with everything it owns',
  },
  body: z.strictObject({
    password: password.optional().describe('当前密码；还没有密码的临时邮箱不用填'),
    name: z
      .string()
      .trim()
      .min(1, '请照着输入一遍')
      .max(320)
      .describe('自己的用户名或邮箱地址，照着输入一遍'),
  }),
  answer: z.object({
    mailboxes: z.int().describe('一起删除的邮箱数'),
    domains: z.int().describe('一起删除的域名数'),
  }),
  errors: ['wrongPassword', 'lastAdmin', 'ownsThings'],
})

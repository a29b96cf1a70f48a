/** The Chinese words of this room: remarks about a mail, and the letters that it writes. */
import type { CheckName, CheckNote, CheckResult } from './sender-verdict.ts'

const noAnswer = '域名查询没有及时回答，暂时无法判断'
const noChain = '没有转发链'
const otherAuthor = '验证的不是显示的这个发件人'

/** The meaning of a check's result, unless a note explains it better. */
const senderChecks: Readonly<Record<CheckName, Readonly<Record<CheckResult['result'], string>>>> = {
  spf: {
    pass: '发信服务器在该域名允许的名单里',
    fail: '发信服务器不在该域名允许的名单里',
    softfail: '发信服务器多半不被该域名允许，但该域名没有说死',
    neutral: '该域名对这台发信服务器不表态，没说允许，也没说不允许',
    none: '该域名没有公布允许的服务器',
    temperror: '该域名允许的名单暂时查不到，还不能判断',
    permerror: '该域名的 SPF 记录有错误，没法核对',
    policy: '发信服务器不合本站的要求',
  },
  dkim: {
    pass: '签名有效，途中未被改动',
    fail: '签名对不上，内容可能被改动',
    softfail: '签名无效',
    neutral: '有签名，但没法确认',
    none: '没有签名',
    temperror: '签名的公钥暂时查不到，还不能判断',
    permerror: '签名或公钥有错误，没法核对',
    policy: '有签名，但密钥太短或算法过时，别人也可能伪造，不作数',
  },
  dmarc: {
    pass: '发件人域名与验证结果一致',
    fail: '发件人域名与验证结果不一致，可能是冒充的',
    softfail: '发件人域名与验证结果不一致',
    neutral: '无法确认',
    none: '该域名没有公布怎样处理冒名的信',
    temperror: '该域名的策略暂时查不到，还不能判断',
    permerror: '该域名的策略有错误，没法核对',
    policy: '发件人域名不合本站的要求',
  },
  arc: {
    pass: '转发链完整',
    fail: '转发链不完整',
    softfail: noChain,
    neutral: '有转发链，但没法确认',
    none: noChain,
    temperror: '转发链的公钥暂时查不到，还不能判断',
    permerror: '转发链有错误，没法核对',
    policy: '转发链的签名太弱，不作数',
  },
}

const checkNotes: Readonly<Record<CheckNote, string>> = {
  late: noAnswer,
  own: '本站的邮箱发出，发件人已经登录',
  partial: '签名只管到正文的一部分，其余的可能是别人加上的',
  expired: '签名已经过了有效期，不再作数',
  noKey: '签名的公钥没有公布，或者已经撤下，没法核对',
  unclear: '信头不合规范，可以有几种读法，无法确认',
  twice: '信头有重复的，签名作证的不一定是显示的这一份',
  otherAuthor,
  forged: `${otherAuthor}，可能是冒充的`,
}

/** The letter about mail that did not arrive, or not yet. */
const report = {
  subjects: { failed: '退信', delayed: '暂未送达', delivered: '已送达' },
  openings: {
    failed: '您的邮件没有送到下面的收件人，系统不会再试。',
    delayed: '您的邮件还没有送到下面的收件人，系统会继续尝试，您不用重发。',
    delivered: '您的邮件已经送到下面的收件人。',
  },
  title: (subject: string, about: string) => `${subject}：${about}`,
  about: (subject: string) => `主题：${subject}`,
  why: (words: string) => `原因：${words}`,
  answer: (host: string, words: string) => `对方的答复${host === '' ? '' : `（${host}）`}：${words}`,
} as const

export const mailWords = {
  senderChecks,
  checkNotes,
  report,

  // Names for attachments that came without one.
  deliveryReportFile: '投递报告.txt',
  originalHeadersFile: '原邮件头.txt',
  readReceiptFile: '阅读回执.txt',
  unnamedFile: (ordinal: number, extension: string) => `附件-${ordinal}.${extension}`,

  /** Stands on a link whose words name another site. */
  trueHost: (host: string) => `实际网址：${host}`,
} as const

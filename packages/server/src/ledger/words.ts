/** The Chinese words of this room; those of the settings are in `words/settings.ts`. */
import type { FactWords } from './fact/fact.ts'

export const ledgerFactWords: FactWords<'sentence' | 'named' | 'someNamed'> = {
  sentence: ({ text }) => text,
  named: ({ name }) => name,
  someNamed: ({ names, total }) =>
    total > names.length ? `${names.join('、')} 等 ${total} 个` : names.join('、'),
}

export const ledgerWords = {
  changedMeanwhile: '刚刚有人改过同一项，先看看再保存',

  /** Stands between the changes in a list. */
  betweenChanges: '；',

  /** Stands for a secret of the environment. */
  secretIsSet: '已设置',

  /** The values of settings until somebody changes them. */
  defaults: {
    siteName: '雁书',
    homeText: '打开就有邮箱，信到即见。',
    alipay: '支付宝',
    wechatPay: '微信支付',
  },

  /** The faults of a setting's value. */
  value: {
    noText: '要填文字',
    tooLong: (most: number) => `最多 ${most} 个字`,
    controlCharacters: '不能有换行或控制字符',
    needed: '不能留空',
    numberTwice: '有重复的数',
    shapes: {
      hostName: '要填完整的主机名，例如 mail.example.com',
      mailAddress: '要填邮箱地址，例如 abuse@example.com',
      namePattern: '要填名字，可以带 * 和 ?，不能只有 * 和 ?',
      payChannel: '要写成“alipay 支付宝”：代号、空格、名字',
      secureUrl: '要填 https:// 开头的网址',
      base64url: '只能有字母、数字、- 和 _',
      stripeKey: '要填 sk_ 或 rk_ 开头的密钥',
      stripeWebhookSecret: '要填 whsec_ 开头的密钥',
      webOrigin: '要填网址，例如 https://mail.example.com，后面不带路径',
    },
    noWebAddress: '要填 http:// 或 https:// 开头的网址',
    noChoice: '不在可选范围内',
    noWholeNumber: '要填整数',
    tooSmall: (least: number) => `不能小于 ${least}`,
    tooLarge: (most: number) => `不能大于 ${most}`,
    noSwitch: '只能是开或关',
    noTexts: '要填一组文字',
    emptyLine: '不能有空行',
    lineTooLong: (most: number) => `每行最多 ${most} 个字`,
    tooManyLines: (most: number) => `最多 ${most} 行`,
    noWholeNumbers: '要填一组整数',
    noneGiven: '至少一项',
    tooMany: (most: number) => `最多 ${most} 项`,
  },

  /** The faults of an entry in the block list. */
  block: {
    noSender: '要填邮箱地址或域名',
    noClient: '要填网络地址或网段，例如 203.0.113.0/24',
    wrongWidth: '网段的位数不对',
    tooWide: '这个网段太大',
    thisMachine: '不能拦截本机',
  },
} as const

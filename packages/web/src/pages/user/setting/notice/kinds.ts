/**
 * The kinds of receivers in words: what they are called, where their address is found, and what can be said about an
 * address while it is typed. Pure; whether an address is any good is for the server to judge, and for a test to show.
 */
import type { WebhookKind } from '@yanshu/contract'

export type KindText = {
  word: string
  /** Where the address comes from. */
  help: string
  placeholder: string
  /** What has to be set at the receiver besides. */
  mind?: string
}

/** Every message to a chat robot has this word, so robots that insist on a keyword can be given it. */
export const keyword = '新邮件'

/** In the order in which they are offered. */
export const kinds: readonly WebhookKind[] = [
  'wecom',
  'dingtalk',
  'feishu',
  'bark',
  'serverchan',
  'telegram',
  'generic',
]

export const kindTexts: Readonly<Record<WebhookKind, KindText>> = {
  wecom: {
    word: '企业微信',
    help: '在企业微信的群设置里添加“消息推送”（旧版叫群机器人），复制它的 Webhook 地址。',
    placeholder: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…',
  },
  dingtalk: {
    word: '钉钉',
    help: '在钉钉的群设置里添加“自定义”机器人，复制它的 Webhook 地址。',
    placeholder: 'https://oapi.dingtalk.com/robot/send?access_token=…',
    mind: `安全设置选“自定义关键词”，填“${keyword}”；不要选“加签”。`,
  },
  feishu: {
    word: '飞书',
    help: '在飞书的群设置里添加“自定义机器人”，复制它的 Webhook 地址。',
    placeholder: 'https://open.feishu.cn/open-apis/bot/v2/hook/…',
    mind: `安全设置可以不选；要选就选“自定义关键词”，填“${keyword}”。`,
  },
  bark: {
    word: 'Bark',
    help: '打开手机上的 Bark，复制首页的地址，到密钥为止。',
    placeholder: 'https://api.day.app/密钥',
  },
  serverchan: {
    word: 'Server酱',
    help: '登录 Server酱，复制 SendKey，放进这样的地址：https://sctapi.ftqq.com/SendKey.send。',
    placeholder: 'https://sctapi.ftqq.com/SendKey.send',
  },
  telegram: {
    word: 'Telegram',
    help: '找 @BotFather 建一个机器人，把它给的令牌放进这样的地址：https://api.telegram.org/bot令牌/sendMessage。',
    placeholder: 'https://api.telegram.org/bot令牌/sendMessage',
  },
  generic: {
    word: '通用',
    help: '自己程序的地址：每来一封信，就往这里 POST 一份带签名的 JSON。',
    placeholder: 'https://',
  },
}

/** The host of an address, for lists: the rest of most of them is a secret. */
export function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url
}

const hosts: readonly (readonly [RegExp, WebhookKind])[] = [
  [/(^|\.)qyapi\.weixin\.qq\.com$/, 'wecom'],
  [/(^|\.)dingtalk\.com$/, 'dingtalk'],
  [/(^|\.)(feishu\.cn|larksuite\.com)$/, 'feishu'],
  [/^api\.day\.app$/, 'bark'],
  [/(^|\.)(ftqq\.com|ft07\.com)$/, 'serverchan'],
  [/^api\.telegram\.org$/, 'telegram'],
]

/** Whose address it is, as far as its host tells. */
export function kindOfUrl(url: string): WebhookKind | null {
  const host = URL.parse(url.trim())?.hostname ?? ''
  return hosts.find(([pattern]) => pattern.test(host))?.[1] ?? null
}

/** What looks wrong with an address although it may be right; `kind` when another kind would fit. */
export function adviceOn(kind: WebhookKind, text: string): { says: string; kind?: WebhookKind } | null {
  const url = URL.parse(text.trim())
  if (!url) return null
  const looksLike = kindOfUrl(text)
  if (looksLike !== null && looksLike !== kind) {
    return { says: `这像是${kindTexts[looksLike].word}的地址。`, kind: looksLike }
  }
  if (kind === 'telegram' && !url.pathname.endsWith('/sendMessage'))
    return { says: '地址要以 /sendMessage 结尾。' }
  if (kind === 'serverchan' && !url.pathname.endsWith('.send')) return { says: '地址要以 .send 结尾。' }
  if (kind === 'bark' && url.pathname.split('/').filter(Boolean).length > 1 && looksLike === 'bark')
    return { says: '地址到密钥为止，后面的文字要去掉。' }
  if (url.protocol === 'http:') return { says: 'http 不加密，路上的人能看到内容，有 https 就用 https。' }
  return null
}

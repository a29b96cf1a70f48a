/**
 * Puts the kinds of receivers into words: their names, where to find their address, and advice on an address
 * during typing. It is pure; the server checks the address, and a test notification proves it.
 */
import type { WebhookKind } from '@yanshu/contract'

export type KindText = {
  word: string
  /** Tells where to find the address. */
  help: string
  placeholder: string
  /** Tells which further settings the receiver needs. */
  mind?: string
}

/** Every message to a chat robot contains this word, for robots that require a keyword. */
export const keyword = '新邮件'

/** The kinds in the order of the menu. */
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

/** Returns the host of an address for lists, because the rest of most addresses is a secret. */
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

/** Returns the kind that the host of an address belongs to, if known. */
export function kindOfUrl(url: string): WebhookKind | null {
  const host = URL.parse(url.trim())?.hostname ?? ''
  return hosts.find(([pattern]) => pattern.test(host))?.[1] ?? null
}

/**
 * Returns advice on an address that looks wrong but may be right; `kind` is set when another kind fits
 * better.
 */
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

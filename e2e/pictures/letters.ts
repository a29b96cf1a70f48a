/** The mails of the pictures: invented senders, and the kinds of mail that people wait for. */

export type Letter = {
  /** The part of the address before the @. */
  readonly to: string
  readonly from: string
  readonly subject: string
  /** Minutes before the moment of the pictures. */
  readonly ago: number
  readonly body: string
  readonly isHtml?: boolean
}

const hour = 60
const day = 24 * hour

/** Lays out a notice as shops and banks send it. */
const notice = (colour: string, brand: string, lines: readonly string[], footer: string): string =>
  `<!doctype html><html lang="zh-CN"><body style="margin:0;background:#f4f4f2;font-family:sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="520" cellpadding="0" cellspacing="0" style="background:#ffffff;border-radius:8px">
<tr><td style="background:${colour};color:#ffffff;font-size:18px;font-weight:bold;padding:18px 28px;border-radius:8px 8px 0 0">${brand}</td></tr>
<tr><td style="padding:24px 28px;font-size:15px;line-height:1.8;color:#333333">${lines.map(line => `<p style="margin:0 0 12px">${line}</p>`).join('')}</td></tr>
<tr><td style="padding:0 28px 22px;font-size:12px;color:#8a8a8a">${footer}</td></tr>
</table></td></tr></table></body></html>`

const bigCode = (code: string): string =>
  `<span style="font-size:30px;font-weight:bold;letter-spacing:6px;color:#1f1f1f">${code}</span>`

/** The mail that the pictures show opened. */
export const mainSender = '云雀商城'
export const mainSubject = '登录云雀商城的验证码'

/** Oldest first. */
export const letters: readonly Letter[] = [
  {
    to: 'linxia',
    from: '青禾图书馆 <notice@qinghe-lib.example>',
    subject: '《雁南飞》三天后到期',
    ago: 3 * day,
    body: '林夏读者：\n\n您借的《雁南飞》三天后到期，可以在网上续借一次。\n\n青禾图书馆',
  },
  {
    to: 'linxia',
    from: '王芳 <wangfang@nanshan.example>',
    subject: '周五的会改到三点',
    ago: 2 * day + 3 * hour,
    body: '林夏，\n\n周五的会改到下午三点，地点不变，还在二楼小会议室。上次的表格带一份来。\n\n王芳',
  },
  {
    to: 'order',
    from: '桂花小铺 <service@guihua.example>',
    subject: '您的订单已经发出',
    ago: day + 4 * hour,
    body: '您好，订单 GH20260518-0417 已经发出，预计后天送到。\n\n桂花小铺',
  },
  {
    to: 'dev',
    from: '渡口代码 <no-reply@dukou.example>',
    subject: '请确认您的邮箱',
    ago: 23 * hour,
    body: '您好：\n\n请打开下面的链接，确认这个邮箱：\nhttps://dukou.example/verify?token=7f3a9c1e52\n\n链接 24 小时内有效。\n\n渡口代码',
  },
  {
    to: 'order',
    from: '海棠出行 <trip@haitang.example>',
    subject: '5 月 22 日 杭州东到苏州北，出票成功',
    ago: 2 * hour + 10,
    body: '林夏，您好：\n\n5 月 22 日 09:12 杭州东开往苏州北，二等座 07 车 12F，已经出票。\n\n海棠出行',
  },
  {
    to: 'dev',
    from: '渡口代码 <no-reply@dukou.example>',
    subject: '新设备登录',
    ago: 47,
    body: '您正在一台新设备上登录，验证码：508 261，10 分钟内有效。\n\n不是您本人的话，请马上改密码。',
  },
  {
    to: 'linxia',
    from: '陈小满 <xiaoman@nanshan.example>',
    subject: '照片收到了',
    ago: 21,
    body: '照片收到了，第三张最好，封面就用它吧。晚上我把排好的样子发你。\n\n小满',
  },
  {
    to: 'order',
    from: `${mainSender} <account@yunque.example>`,
    subject: mainSubject,
    ago: 2,
    isHtml: true,
    body: notice(
      '#2f6f5e',
      '云雀商城',
      [
        '您好，您正在登录云雀商城，验证码是：',
        bigCode('730192'),
        '5 分钟内有效。请不要告诉任何人，客服也不会问您。',
      ],
      '这封信由系统发出，不用回复。',
    ),
  },
]

/** What a visitor got in the address of the home page, oldest first. */
export const visitorLetters: readonly Letter[] = [
  {
    to: 'bailu',
    from: '竹里论坛 <hello@zhuli.example>',
    subject: '欢迎来到竹里，请激活账号',
    ago: 6,
    body: '您好：\n\n点下面的链接激活账号：\nhttps://zhuli.example/activate?key=c41d88f0\n\n竹里论坛',
  },
  {
    to: 'bailu',
    from: '山雀音乐 <noreply@shanque.example>',
    subject: '注册验证码',
    ago: 1,
    body: '您的注册验证码是 264935，10 分钟内有效。',
  },
]

/** The domains that the mails come from; each names the sender's address in its records. */
export const senderDomains: readonly string[] = [
  ...new Set([...letters, ...visitorLetters].map(({ from }) => /@([^>]+)>/.exec(from)?.[1] ?? '')),
]

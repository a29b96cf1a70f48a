/** The Chinese words of this room. */
import type { FactWords } from '../../ledger/fact/fact.ts'
import type { CertificateFacts } from './facts.ts'

/** By the types of RFC 8555, section 6.7; for HTTP-01, then for DNS-01. */
const refusals: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  connection: '签发方从外面连不上这台机器的 80 端口。放行 TCP 80 并转到网页端口，或者改用 DNS 验证。',
  dns: '签发方查不到这个名字。看看 A、AAAA 记录和 DNSSEC，改好后等几分钟再试。',
  caa: '域名的 CAA 记录不允许这家签发。把签发方加进 CAA，或删掉那条记录。',
  rateLimited: '签发方说申请得太多了，到时间会自己再试。',
  rejectedIdentifier: '签发方不给这个名字签发。',
  unsupportedIdentifier: '签发方不给这样的名字签发。',
  externalAccountRequired: '这家签发方要绑定已有账号，请在设置里填它给的编号和密钥。',
  userActionRequired: '签发方要你先到它的网站上做一件事，照它的话做完再试。',
  accountDoesNotExist: '签发方不认识原来的账户了，会换一个新的再试。',
  invalidContact: '签发方不接受联系邮箱，请在设置里改。',
  unsupportedContact: '签发方不接受联系邮箱，请在设置里改。',
  tls: '签发方从外面访问时加密没有成功，看看前面的代理。',
  noSuchWay: '签发方不提供这种验证方式，请在设置里换一种。',
  unauthorized: {
    http: '签发方访问到的不是这台机器，或前面的代理没有把 /.well-known/acme-challenge/ 转过来。',
    dns: '签发方查到的验证记录不对，看看名字的解析是不是在记住密钥的那家。',
    '': '签发方不接受这个账户；用了外部账号的，请核对编号和密钥。',
  },
  malformed: { '': '签发方不接受这个账户；用了外部账号的，请核对编号和密钥。' },
}

const otherRefusal = '签发方没有答应，原话在上面。'

function refused({ type, way }: CertificateFacts['authorityRefused']): string {
  const words = Object.hasOwn(refusals, type) ? refusals[type] : undefined
  return typeof words === 'string' ? words : (words?.[way] ?? otherRefusal)
}

const unusable: Readonly<Record<CertificateFacts['certificateUnusable']['verdict'], string>> = {
  unreadable: '签发方给的不是证书',
  notYet: '签发方给的证书还没到生效时间，看看这台机器的时钟',
  ended: '签发方给的证书已经过期，看看这台机器的时钟',
  otherName: '签发方给的证书不是这个名字的',
  selfSigned: '签发方给的是自签证书',
  untrusted: '签发方给的证书链不到受信任的根',
  otherKey: '签发方给的证书不是我们那把钥匙的',
}

export const certificateFactWords: FactWords<keyof CertificateFacts> = {
  authorityRefused: refused,
  authoritySilent: () => '连不上签发方，或它的回答看不懂。核对目录网址，看看这台机器能不能上网。',
  certificateUnusable: ({ verdict }) => `${unusable[verdict]}，没有换上。`,
  nameUnknown: ({ name }) => `查不到 ${name} 的地址，先给它加上 A 或 AAAA 记录。`,
  nameElsewhere: ({ found, ours }) => `名字指到 ${found.join('、')}，还没有只指到 ${ours.join('、')}。`,
  noZone: ({ name }) => `要用 DNS 验证，但没有记住能改 ${name} 的密钥。在域名页写入记录时勾上“记住”。`,
  zoneRefused: ({ said }) => `写验证记录没有成功：${said}`,
  ownBudget: ({ minutes }) => `试得太多了，为了不被签发方封住，${minutes} 分钟后再试。`,
  notStored: () => '证书没有存下来，看看磁盘和数据库；订单还在，会接着做。',
  certificateFailing: ({ name, days, said }) =>
    `${name} 的证书${days >= 0 ? `还有 ${days} 天到期` : '已经过期'}，续不上：${said}`,
}

export const certificateWords = {
  failing: (name: string, days: number): string =>
    days >= 0 ? `${name} 的证书续不上，还有 ${days} 天` : `${name} 的证书已经过期，续不上`,
  switchedOff: '先在设置里打开自动申请，并同意签发方的条款',
  notRenewedHere: '这张是自己带的文件，换了文件就会重读',
  tooOften: (minutes: number): string => `这个名字试得太多了，${minutes} 分钟后再试`,
}

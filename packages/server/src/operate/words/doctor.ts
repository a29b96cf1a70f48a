/** What was found, in the words of the guide: the first sentence says what it is, the second what to do. */
import type { TlsFault } from '../../domain/words/facts.ts'
import type { DoctorFacts, DoctorKey } from './says.ts'

const certificateFaults: Readonly<Record<TlsFault, string>> = {
  noTls: '收信端口没有提供加密',
  expired: '过期了',
  notYet: '还没到生效的时间，看看机器的时钟',
  selfSigned: '是自签的，收信够用，严格的发信方不认',
  otherName: '不是给这个名字的',
  incomplete: '没有接上中间证书',
  unknownIssuer: '不是公认的机构签发的',
  untrusted: '验不过',
}

const wayNames = { card: '卡密', epay: '易支付', stripe: 'Stripe', manual: '人工收款' } as const
const namesOf = (ways: DoctorFacts['waysReady']['ways']): string => ways.map(way => wayNames[way]).join('、')
const whose = (domain: string): string => (domain === '' ? '发信' : `${domain} 的信`)

export const doctorWords: { readonly [Key in DoctorKey]: (values: DoctorFacts[Key]) => string } = {
  passwordOfEnvironment: ({ username }) =>
    `${username} 的密码还写在 YANSHU_ADMIN_PASSWORD 里。在设置里改掉，再从环境里删去。`,
  passwordOwn: ({ twoFactor, codes }) =>
    twoFactor ? `两步验证开着，备用码还有 ${codes} 个。` : '只凭密码登录；开了两步验证更稳妥。',
  passwordAdmins: ({ admins, secured }) => `${admins} 个管理员，${secured} 个开了两步验证。`,
  urlMissing: ({ siteName }) => `${siteName}，还没有公网地址。发出去的链接和付款通知都要用它。`,
  urlPlain: ({ siteName, url }) => `${siteName}，${url}，没有加密。前面加上 HTTPS，密码才不会被人看见。`,
  urlSet: ({ siteName, url }) =>
    `${siteName}，${url}。从外面打不打得开，从里面看不出来：用手机流量打开一次，这里自己会勾上。`,
  urlVisited: ({ siteName, url }) => `${siteName}，${url}，外面有人打开过。`,
  hostUnnamed: ({ host }) => `现在是 ${host}，别人查不到。给收信主机起个完整的名字，例如 mx.example.com。`,
  hostFound: ({ host, addresses }) => `${host} 是 ${addresses.join('、')}。`,
  hostPrivate: ({ host, addresses }) =>
    `${host} 指向 ${addresses.join('、')}，外面到不了。改成这台机器的公网地址；开着代理加速的也要关掉，代理不转 25 端口。`,
  hostMissing: ({ host }) => `${host} 没有地址。到 DNS 里给它加一条 A 记录，指向这台机器的公网地址。`,
  dnsSilent: ({ name }) => `查 ${name} 时，解析服务器没有回答，记录对不对还不知道。`,
  ptrRight: ({ host }) => `反向解析也是 ${host}。`,
  ptrMissing: ({ address, host }) =>
    `${address} 没有反向解析（PTR）。请机房设成 ${host}，不然有的服务器不收你的信。`,
  ptrOther: ({ address, found, host }) =>
    `${address} 的反向解析是 ${found}，请机房改成 ${host}；刚开了代理加速也会这样，代理不转 25 端口。`,
  portSeen: ({ address }) => `外面的 ${address} 连进来过，门是开的。`,
  portSeenBefore: () => '外面有人连进来过，门是开的。',
  portInside: ({ address }) =>
    `只有内网的 ${address} 连进来过。25 端口对外开没开，从里面看不出来：从外面写一封信来，就知道了。`,
  portUnseen: ({ port }) =>
    `还没有人连进来过（端口 ${port}）。25 端口对外开没开，从里面看不出来：从外面写一封信来，就知道了。没有 25 端口的，可以用 HTTP 收信。`,
  ingestOpen: () => '用 HTTP 收信（/api/ingest），不需要 25 端口。',
  certificateTrusted: ({ host, until }) => `${host} 的证书验得过，到 ${until}。`,
  certificateEndsSoon: ({ host, until }) => `${host} 的证书到 ${until} 就过期，快续上；换了文件会自己读。`,
  certificateRefused: ({ host, fault }) => `${host} 的证书${certificateFaults[fault]}。`,
  certificateUnseen: () => '看不到收信端口的证书。',
  trialDomain: ({ domain }) => `只有试用的 ${domain}，外面的信进不来。加上自己的域名。`,
  mxRight: ({ domain, host }) => `${domain} 的信送到 ${host}。`,
  mxMissing: ({ domain, host }) => `${domain} 没有 MX 记录，外面的信不知道送到哪里。加一条：10 ${host}。`,
  mxElsewhere: ({ domain, hosts, host }) =>
    `${domain} 的信送去了 ${hosts.join('、')}，MX 记录要指向 ${host}。`,
  mxByIngest: ({ domain, hosts }) => `${domain} 的信先到 ${hosts.join('、')}，再由它转进来。`,
  recordsLeft: ({ left, all }) => `要的 ${all} 条记录里，还差 ${left} 条。`,
  recordsUnseen: ({ domain }) => `${domain} 的记录还没有查过。`,
  openAndSold: ({ domain }) =>
    `${domain} 又开放注册又在出售：卖的名字能免费注册走，关掉一样，或给好名字另外定价。`,
  mailCame: ({ client }) => `收到过外面的信，最近一封来自 ${client}。`,
  mailCameBefore: () => '收到过外面的信，最近没有。',
  mailNone: ({ domain }) => `还没有收到过。用你平时的邮箱写一封到 ${domain} 上的地址，信一到就勾上。`,
  dkimReady: ({ domain }) => `${domain} 的签名别人验得过。`,
  dkimMissing: ({ domain }) => `${domain} 的 DKIM 记录还没有，发出的信容易进垃圾箱。`,
  relayReached: ({ domain, host, port }) => `${whose(domain)}走中继 ${host}:${port}，连得上。`,
  relayDown: ({ domain, host, port }) =>
    `${whose(domain)}走中继 ${host}:${port}，连不上。看看名字、端口和加密方式。`,
  wayOutOpen: ({ host }) => `连得上 ${host} 的 25 端口，信送得出去。`,
  wayOutNoGreeting: ({ host }) => `${host} 没有打招呼，过一会儿再看。`,
  wayOutUnknown: ({ host }) => `查不到 ${host} 的地址，没能试。`,
  wayOutShut: ({ host }) => `连不上 ${host} 的 25 端口，多半是机房封了往外的。请他们放开，或者设一个中继。`,
  wayOutUntried: () => '没有试过往外的 25 端口。',
  gatewayOutOfReach: ({ way }) => `${wayNames[way]}开着，付款通知却到不了本站：先设公网地址。`,
  storeClosed: () => '商店关着',
  storeOpen: () => '商店开着',
  soldDomains: ({ domains }) => `${domains.join('、')} 在售`,
  soldNone: () => '没有域名在售',
  plansOnSale: ({ plans }) => `${plans} 个套餐`,
  plansNone: () => '没有套餐',
  waysReady: ({ ways }) => `收款：${namesOf(ways)}`,
  waysNone: () => '没有收款方式',
  orderDone: () => '试买过',
  orderNone: () => '试买一单',
}

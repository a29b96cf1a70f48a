/** Why a request to the outside did not come off. The list is closed; what lies behind a reason stays in `cause`. */
export const outsideReasons = [
  'bad-url',
  'scheme',
  'port',
  'address',
  'dns',
  'timeout',
  'too-large',
  'redirects',
  'network',
] as const
export type OutsideReason = (typeof outsideReasons)[number]

const unreachable = '连接不上这个地址，或者对方没有及时回应；本机和内网的地址一律不访问'

/**
 * What people are told. A refused address, an unknown name, a closed port and a silent host read alike: whoever types
 * in addresses must not learn from us what is behind them.
 */
export const outsideTexts: Readonly<Record<OutsideReason, string>> = {
  'bad-url': '地址格式不对',
  scheme: '地址只能以 http:// 或 https:// 开头，也不能从 https 跳回 http',
  port: '这个端口不能使用',
  address: unreachable,
  dns: unreachable,
  timeout: unreachable,
  network: unreachable,
  'too-large': '对方的回答太大',
  redirects: '跳转次数太多',
}

export class OutsideError extends Error {
  readonly reason: OutsideReason
  constructor(reason: OutsideReason, cause?: unknown) {
    super(outsideTexts[reason], { cause })
    this.reason = reason
  }
}

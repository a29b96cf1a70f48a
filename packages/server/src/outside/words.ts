/** The Chinese words of this room. */
import type { OutsideReason } from './outside-reason.ts'

const unreachable = '连接不上这个地址，或者对方没有及时回应；本机和内网的地址一律不访问'

/**
 * A refused address, an unknown name, a closed port and a silent host share one text, so that nobody can
 * explore private networks by typing in addresses.
 */
const reasons: Readonly<Record<OutsideReason, string>> = {
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

export const outsideWords = {
  reasons,
  /** These state a rule about the text, and reveal nothing about what is at the address. */
  privateAddress: '通知只发到公网：本机和内网的地址一律不访问，请填公网上的地址',
  privateGateway: '这个地址在本机或内网，程序不会访问；要用它，先由管理机器的人写进 YANSHU_PRIVATE_GATEWAYS',
} as const

/** Money as people read and type it. It is kept and sent in 分 only. */

/** Where every figure counts: ¥24.00, ¥1,280.50. */
export function yuanText(cents: number): string {
  return `¥${(cents / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

/** On a price tag: 24, 24.5. The sign stands beside it, smaller. */
export function yuanFigure(cents: number): string {
  return (cents / 100).toLocaleString('zh-CN', { maximumFractionDigits: 2 })
}

/** What a field in 元 holds, in 分. */
export function centsOf(yuan: number): number {
  return Math.round(yuan * 100)
}

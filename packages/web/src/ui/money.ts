/** Formats and reads money. It is stored and sent only in 分. */

/** Formats an exact amount: ¥24.00, ¥1,280.50. */
export function yuanText(cents: number): string {
  return `¥${(cents / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

/** Formats a price tag: 24, 24.5. The currency sign is beside it, smaller. */
export function yuanFigure(cents: number): string {
  return (cents / 100).toLocaleString('zh-CN', { maximumFractionDigits: 2 })
}

/** Converts a field in 元 to 分. */
export function centsOf(yuan: number): number {
  return Math.round(yuan * 100)
}

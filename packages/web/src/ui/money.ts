/** Formats and reads money. It is stored and sent only in 分. */

/** Formats an exact amount: ¥24.00, ¥1,280.50. */
export function yuanText(cents: number): string {
  return `¥${(cents / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`
}

/** Formats a price tag: 24, 24.50. The currency sign is beside it, smaller. */
export function yuanFigure(cents: number): string {
  const digits = cents % 100 === 0 ? 0 : 2
  return (cents / 100).toLocaleString('zh-CN', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** Converts a field in 元 to 分. */
export function centsOf(yuan: number): number {
  return Math.round(yuan * 100)
}

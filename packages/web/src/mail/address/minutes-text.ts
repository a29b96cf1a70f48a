/** Returns 10 分钟, 1 小时, 7 天 or 长期. */
export function minutesText(minutes: number): string {
  if (minutes === 0) return '长期'
  if (minutes % 1_440 === 0) return `${minutes / 1_440} 天`
  if (minutes % 60 === 0) return `${minutes / 60} 小时`
  return `${minutes} 分钟`
}

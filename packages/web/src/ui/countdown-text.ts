/** A countdown in its two largest units, each with its name: 12 天, 23 小时 59 分, 59 分 22 秒. Whole seconds, never negative. */
export function countdownParts(seconds: number): readonly [string, string?] {
  const left = Math.max(0, Math.floor(seconds))
  // Rounds to the nearest day, so that seven days are still seven a second later.
  if (left >= 86_400) return [`${Math.round(left / 86_400)} 天`]
  if (left >= 3_600) return [`${Math.floor(left / 3_600)} 小时`, `${Math.floor((left % 3_600) / 60)} 分`]
  if (left >= 60) return [`${Math.floor(left / 60)} 分`, `${left % 60} 秒`]
  return [`${left} 秒`]
}

export const countdownText = (seconds: number): string => countdownParts(seconds).join(' ')

/** Returns a duration so far: 41 天, 3 小时, 12 分钟. */
export function spanText(seconds: number): string {
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} 天`
  if (seconds >= 3_600) return `${Math.floor(seconds / 3_600)} 小时`
  return `${Math.max(1, Math.floor(seconds / 60))} 分钟`
}

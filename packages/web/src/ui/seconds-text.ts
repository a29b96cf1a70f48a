/** 0.4 秒; under a tenth in milliseconds, so that it is never said to take none. */
export function secondsText(seconds: number): string {
  return seconds < 0.1 ? `${Math.max(1, Math.round(seconds * 1000))} 毫秒` : `${seconds.toFixed(1)} 秒`
}

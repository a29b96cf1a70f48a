/** Formats a count: 1,280. */
export const numberText = (value: number): string => value.toLocaleString('zh-CN')

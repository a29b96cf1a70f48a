/** Returns the fault of a number in words; null when there is none. */
export type Bounds = {
  min: number
  max: number
  /** The number of digits allowed after the decimal point. */
  digits?: number
  /** True when the field may be empty. */
  optional?: boolean
}

const shown = (value: number): string => value.toLocaleString('zh-CN', { maximumFractionDigits: 10 })

export function numberFault(
  value: unknown,
  { min, max, digits = 0, optional = false }: Bounds,
): string | null {
  if (value === null || value === undefined) return optional ? null : '请填写'
  if (typeof value !== 'number' || Number.isNaN(value)) return '请填写数字'
  if (value < min) return `不能小于 ${shown(min)}`
  if (value > max) return `不能大于 ${shown(max)}`
  // A number with at most this many digits does not change when it is rounded to them.
  if (Number(value.toFixed(digits)) !== value) return digits === 0 ? '要填整数' : `最多 ${digits} 位小数`
  return null
}

/** Does the same as a rule of a field. */
export const numberRule = (bounds: Bounds) => ({
  validator: (_: unknown, value: unknown) => {
    const fault = numberFault(value, bounds)
    return fault === null ? Promise.resolve() : Promise.reject(new Error(fault))
  },
})

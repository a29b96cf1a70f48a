/** Phone numbers as buyers type them. The server has the last word; here a typo is told while it is typed. */

export type PhoneRule = 'china' | 'any'

function plain(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(/[\s().-]/g, '')
    .replace(/^(?:\+|00)?86(?=1\d{10}$)/, '')
}

/** Returns the fault of a phone number, or null. */
export function phoneFault(typed: string, rule: PhoneRule): string | null {
  const phone = plain(typed)
  if (phone === '') return '请填写手机号'
  if (/^1[3-9]\d{9}$/.test(phone)) return null
  if (rule === 'china') return '请填写 11 位的中国大陆手机号'
  return /^\+?\d{5,15}$/.test(phone) ? null : '手机号不对，请检查'
}

/** 138****6021: enough for its owner to know it by. */
export function maskedPhone(typed: string): string {
  const phone = plain(typed)
  return phone.length < 7 ? '****' : `${phone.slice(0, 3)}****${phone.slice(-4)}`
}

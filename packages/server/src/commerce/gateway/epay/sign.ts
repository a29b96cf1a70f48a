/**
 * The signature of the 易支付 protocol: parameters that are not empty, without `sign` and `sign_type`, sorted by name,
 * joined as `a=1&b=2` without any escaping, the merchant's key behind, MD5 in lower-case hex. Some gateways write
 * `&key=` before the key. MD5 is what the protocol has; what protects is that the key is secret.
 */
import { createHash, timingSafeEqual } from 'node:crypto'

export type SignStyle = 'append' | 'amp'
export type EpayFields = Readonly<Record<string, string>>

export function signEpay(fields: EpayFields, key: string, style: SignStyle): string {
  const text = Object.entries(fields)
    .filter(([name, value]) => value !== '' && name !== 'sign' && name !== 'sign_type')
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return createHash('md5')
    .update(`${text}${style === 'amp' ? '&key=' : ''}${key}`)
    .digest('hex')
}

export const signed = (fields: EpayFields, key: string, style: SignStyle): Record<string, string> => ({
  ...fields,
  sign: signEpay(fields, key, style),
  sign_type: 'MD5',
})

/** A key that is not set signs nothing: not even a right signature made with an empty key counts. */
export function isSigned(fields: EpayFields, key: string, style: SignStyle): boolean {
  const given = fields.sign ?? ''
  if (key === '' || !/^[0-9a-f]{32}$/i.test(given)) return false
  const wanted = signEpay(fields, key, style)
  return timingSafeEqual(Buffer.from(given.toLowerCase()), Buffer.from(wanted))
}

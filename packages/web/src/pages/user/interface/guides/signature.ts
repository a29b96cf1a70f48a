/** Checking a notification's signature in the browser, with its own cryptography. The secret goes nowhere. */
export type Check = 'right' | 'wrong' | 'old' | 'incomplete'

export type Signed = { secret: string; timestamp: string; signature: string; body: string }

const freshSeconds = 300

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map(byte => byte.toString(16).padStart(2, '0')).join('')

export async function signatureOf({ secret, timestamp, body }: Omit<Signed, 'signature'>): Promise<string> {
  const text = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(secret), algorithm, false, ['sign'])
  return `v1=${hex(await crypto.subtle.sign('HMAC', key, text.encode(`${timestamp}.${body}`)))}`
}

export async function checkSignature(signed: Signed, now: Date): Promise<Check> {
  const { secret, timestamp, signature, body } = signed
  if (secret === '' || !/^\d+$/.test(timestamp) || signature === '' || body === '') return 'incomplete'
  if ((await signatureOf({ secret, timestamp, body })) !== signature.trim()) return 'wrong'
  return Math.abs(now.getTime() / 1000 - Number(timestamp)) > freshSeconds ? 'old' : 'right'
}

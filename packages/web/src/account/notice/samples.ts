/** Samples to copy that check whether a notification is ours and fresh. Their lines fit a narrow drawer. */
const node = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body：收到的原文，还没有解析
export function isFromYanshu(headers, body, secret) {
  const time = headers['yanshu-timestamp']
  const signature = headers['yanshu-signature'] ?? ''
  const mac = createHmac('sha256', secret)
  mac.update(\`\${time}.\${body}\`)
  const wanted = Buffer.from('v1=' + mac.digest('hex'))
  const given = Buffer.from(signature)
  if (given.length !== wanted.length) return false
  if (!timingSafeEqual(given, wanted)) return false
  return Math.abs(Date.now() / 1000 - time) < 300
}
`

const python = `import hashlib, hmac, time

# body：收到的原文（bytes），还没有解析
def is_from_yanshu(headers, body, secret):
    stamp = headers.get("Yanshu-Timestamp", "")
    given = headers.get("Yanshu-Signature", "").encode()
    mac = hmac.new(secret.encode(), digestmod=hashlib.sha256)
    mac.update(stamp.encode() + b"." + body)
    wanted = b"v1=" + mac.hexdigest().encode()
    if not hmac.compare_digest(given, wanted):
        return False
    return abs(time.time() - int(stamp)) < 300
`

export const samples = { node, python } as const
export type Language = keyof typeof samples

import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { samples } from './samples.ts'

const secret = 'the secret as it was shown'
const body = JSON.stringify({ event: 'mail', subject: '登录验证' })

function headersAt(timestamp: number, signed = body): Record<string, string> {
  const mac = createHmac('sha256', secret).update(`${timestamp}.${signed}`).digest('hex')
  return { 'Yanshu-Timestamp': String(timestamp), 'Yanshu-Signature': `v1=${mac}` }
}

const now = Math.floor(Date.now() / 1000)
/** A valid request, one with another body, one from yesterday, and one without a signature. */
const requests = [headersAt(now), headersAt(now, `${body} `), headersAt(now - 86_400), {}]
const verdicts = [true, false, false, false]

test('the sample for Node takes what is signed and fresh, and nothing else', () => {
  const lower = requests.map(headers =>
    Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  )
  const program = `${samples.node}
    const { requests, body, secret } = ${JSON.stringify({ requests: lower, body, secret })}
    process.stdout.write(JSON.stringify(requests.map(headers => isFromYanshu(headers, body, secret))))`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program])
  expect(JSON.parse(said.toString())).toEqual(verdicts)
})

function hasPython(): boolean {
  try {
    execFileSync('python3', ['--version'])
    return true
  } catch {
    return false
  }
}

test.skipIf(!hasPython())('the sample for Python judges the same', () => {
  const program = `${samples.python}
import json, sys
given = json.loads(sys.argv[1])
print(json.dumps([is_from_yanshu(h, given["body"].encode(), given["secret"]) for h in given["requests"]]))`
  const said = execFileSync('python3', ['-c', program, JSON.stringify({ requests, body, secret })])
  expect(JSON.parse(said.toString())).toEqual(verdicts)
})

import { expect, it } from 'vitest'
import { addressGuard } from './addresses.ts'
import { gatewayUrlFault } from './check-saved-url.ts'

const names: Readonly<Record<string, readonly string[]>> = {
  'pay.example': ['93.184.216.34'],
  'pay.lan': ['10.0.0.7'],
  'mixed.example': ['93.184.216.34', '127.0.0.1'],
}
const guard = (allowPrivate: readonly string[] = []) => ({
  resolver: async (host: string) => names[host] ?? Promise.reject(new Error('no such name')),
  isAllowed: addressGuard({ allowPrivate }),
})

it('finds private addresses of a gateway behind its name, before it is ever asked', async () => {
  for (const host of ['pay.lan', 'pay.lan.', 'mixed.example', '0x7f.1', '169.254.169.254', 'localhost'])
    expect([host, await gatewayUrlFault(guard(), `http://${host}/`)]).toEqual([
      host,
      expect.stringContaining('YANSHU_PRIVATE_GATEWAYS'),
    ])
})

it('takes public gateways, those the operator allowed, and names that nobody knows yet', async () => {
  for (const host of ['pay.example', 'not-yet.example'])
    expect([host, await gatewayUrlFault(guard(), `https://${host}/`)]).toEqual([host, null])
  expect(await gatewayUrlFault(guard(['10.0.0.7']), 'http://pay.lan/')).toBeNull()
})

it('names other faults of a URL as they are', async () => {
  expect(await gatewayUrlFault(guard(), 'https://pay.example:25/')).toContain('端口')
  expect(await gatewayUrlFault(guard(), 'https://me:secret@pay.example/')).toContain('格式')
})

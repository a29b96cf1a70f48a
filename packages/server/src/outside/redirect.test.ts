import { describe, expect, it } from 'vitest'
import type { Hop } from './http-hop.ts'
import { nextHop } from './redirect.ts'

const hop = (url: string, change: Partial<Hop> = {}): Hop => ({
  url: new URL(url),
  method: 'GET',
  headers: {},
  body: null,
  ...change,
})

describe('the request after a redirect', () => {
  it('never goes from https back to http', () => {
    const secure = hop('https://a.example/')
    expect(() => nextHop(secure, 302, 'http://a.example/')).toThrow(
      expect.objectContaining({ reason: 'scheme' }),
    )
    expect(nextHop(secure, 302, '//b.example/x').url.href).toBe('https://b.example/x')
    expect(nextHop(hop('http://a.example/'), 302, 'https://a.example/').url.href).toBe('https://a.example/')
  })

  it('leaves behind what could be a credential when the scheme, host or port changes', () => {
    const headers = { authorization: 'x', 'yanshu-signature': 'y', accept: '*/*' }
    const from = hop('http://a.example/', { headers })
    for (const target of ['https://a.example/', 'http://b.example/', 'http://a.example:8080/']) {
      expect(nextHop(from, 307, target).headers).toEqual({ accept: '*/*' })
    }
    expect(nextHop(from, 307, '/elsewhere').headers).toEqual(headers)
  })

  it('drops the body together with what describes it', () => {
    const headers = { 'content-type': 'application/json', 'content-language': 'zh', accept: '*/*' }
    const post = hop('http://a.example/', { method: 'POST', body: '{}', headers })
    expect(nextHop(post, 303, '/x')).toMatchObject({ method: 'GET', body: null, headers: { accept: '*/*' } })
    expect(nextHop(post, 308, '/x')).toMatchObject({ method: 'POST', body: '{}', headers })
  })
})

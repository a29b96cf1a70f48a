import { describe, expect, it } from 'vitest'
import { Refused, startFakeServer } from '../testing/fake-server.ts'
import { isApiError } from './api-error.ts'
import { api, apiWith, openEvents, percentOf, TIMEOUT_MS } from './index.ts'
import { useLostLogin } from './lost-login.ts'
import { keepToken, readToken } from './token.ts'

const logout = () => ({})

describe('the one client', () => {
  it('waits 60,000 ms for an answer', () => {
    expect(TIMEOUT_MS).toBe(60_000)
  })

  it('sends the stored token with every call, and none where there is none', async () => {
    const server = startFakeServer({ logout })
    await api.logout()
    keepToken('ys_kept')
    await api.logout()
    await api.logout({}, { outlivesPage: true })
    await apiWith('ys_other').api.logout()
    expect(server.asked('logout').map(({ token }) => token)).toEqual([null, 'ys_kept', 'ys_kept', 'ys_other'])
  })

  it.each(['call', 'call that outlives the page'])('acts on error 302 of a %s', async way => {
    keepToken('ys_ended')
    startFakeServer({
      logout: () => {
        throw new Refused('loginNeeded', { url: '/auth' })
      },
    })
    const options = way === 'call' ? {} : { outlivesPage: true }
    const refused = await api.logout({}, options).catch((error: unknown) => error)
    expect(isApiError(refused, 'loginNeeded')).toBe(true)
    expect(useLostLogin.getState().lost?.url).toBe('/auth')
    expect(readToken()).toBeNull()
  })

  it('tells how far an upload is in whole percents', () => {
    expect([{}, { progress: 0.004 }, { progress: 0.426 }, { progress: 1 }].map(percentOf)).toEqual([
      0, 0, 43, 100,
    ])
  })

  it('reads the live events with a token and a place to go on from', async () => {
    const server = startFakeServer({})
    const stop = new AbortController()
    const headers = { 'Last-Event-ID': '41' }
    const stream = await openEvents('/api/user/events', 'ys_kept', { headers, signal: stop.signal })
    expect(server.isHeard()).toBe(true)
    server.tell('mail', { id: '42' })
    const { value } = await stream.getReader().read()
    expect(new TextDecoder().decode(value)).toContain('"42"')
    stop.abort()
  })
})

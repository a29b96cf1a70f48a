import { describe, expect, it } from 'vitest'
import { readAnswer } from './answer.ts'
import { ApiError, messageOf } from './api-error.ts'
import type { LostLogin } from './lost-login.ts'

function caught(body: unknown): { error: unknown; wentTo: LostLogin[] } {
  const wentTo: LostLogin[] = []
  try {
    readAnswer(body, lost => wentTo.push(lost))
  } catch (error) {
    return { error, wentTo }
  }
  throw new Error('nothing was thrown')
}

describe('readAnswer', () => {
  it('passes a successful body on, and a body that is not in our form', () => {
    const never = () => {
      throw new Error('went somewhere')
    }
    expect(readAnswer({ error: 0, msg: '', list: [1] }, never)).toEqual({ error: 0, msg: '', list: [1] })
    expect(readAnswer('raw text', never)).toBe('raw text')
    expect(readAnswer(null, never)).toBeNull()
  })

  it('goes to the url of error 302 and rejects with its words', () => {
    const { error, wentTo } = caught({ error: 302, url: '/auth', msg: '请重新登录' })
    expect(wentTo).toEqual([{ url: '/auth', words: '请重新登录', reason: null }])
    expect(error).toMatchObject({ code: 302, message: '请重新登录' })
  })

  it('has its own words for error 302 without any', () => {
    expect(caught({ error: 302, url: '/auth' }).error).toMatchObject({ message: '登录状态失效，请先登录' })
  })

  it('stays where it is when error 302 names no url', () => {
    expect(caught({ error: 302 }).wentTo).toEqual([])
  })

  it('turns every other error into one with code, words and fields', () => {
    const { error, wentTo } = caught({ error: 1001, msg: '有误', fields: { username: '太短' } })
    expect(wentTo).toEqual([])
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 1001, message: '有误', fields: { username: '太短' } })
  })
})

describe('messageOf', () => {
  it('adds how long to wait when the server said so', () => {
    const body = { error: 1008, msg: '操作太频繁' }
    expect(messageOf(new ApiError({ ...body, retryAfter: 12.2 }))).toBe('操作太频繁（13 秒后可以再试）')
    expect(messageOf(new ApiError({ ...body, retryAfter: 61 }))).toBe('操作太频繁（2 分钟后可以再试）')
    expect(messageOf(new ApiError(body))).toBe('操作太频繁')
  })

  it('does not show the words of machines', () => {
    expect(messageOf(Object.assign(new Error('Network Error'), { code: 'ERR_NETWORK' }))).toBe(
      '连不上服务器，请检查网络',
    )
    expect(messageOf(Object.assign(new Error('timeout of 60000ms'), { code: 'ECONNABORTED' }))).toContain(
      '没有回应',
    )
    expect(messageOf(new TypeError('x is not a function'))).toBe('出了点问题，请再试一次')
  })
})

import { expect, test } from 'vitest'
import { readCompose, withCompose, withoutCompose } from './compose-url.ts'

const inbox = { pathname: '/user/inbox', search: '?folder=spam&mail=m1' }

test('writing lies over the page one is on, which stays as it is', () => {
  const url = withCompose(inbox, { kind: 'reply', of: 'm1' })
  expect(url).toBe('/user/inbox?folder=spam&mail=m1&compose=reply&of=m1')
  const search = url.slice('/user/inbox'.length)
  expect(readCompose(new URLSearchParams(search))).toEqual({ kind: 'reply', of: 'm1' })
  expect(withoutCompose({ pathname: '/user/inbox', search })).toBe('/user/inbox?folder=spam&mail=m1')
})

test('a new mail is from nothing, whatever was written before', () => {
  expect(withCompose({ pathname: '/user/sent', search: '?compose=draft&of=d1' }, { kind: 'new' })).toBe(
    '/user/sent?compose=new',
  )
})

test.each(['', 'compose=', 'compose=shout', 'compose=reply', 'compose=reply&of=%3Cscript%3E'])(
  'nothing is written at "%s"',
  search => {
    expect(readCompose(new URLSearchParams(search))).toBeNull()
  },
)

/**
 * Ways in that deliberately do not exist. These tests stop anybody who adds one until it has the tests it
 * needs.
 */
import { describe, expect, it } from 'vitest'
import type { Call } from './call.ts'
import { callNames, calls } from './calls.ts'

const fieldsOf = (call: Call): string[] =>
  [call.params, call.query, call.headers, call.body].flatMap(schema => Object.keys(schema?.shape ?? {}))

const absent: readonly (readonly [what: string, why: string, words: RegExp])[] = [
  ['share links', 'mail is seen by those alone who are logged in to its mailbox', /share|publicLink|guest/i],
  [
    'passwords reset by mail',
    'the mailbox is what the password protects, and an account has no address; an owner or admin sets a new one',
    /forgot|recover|reset(Link|Token|Code|Mail)/i,
  ],
  [
    'log-in by a mailed code or link',
    'a code would be sent to the very mailbox it opens',
    /magic|mailedCode|emailCode|loginCode|loginLink|otpMail/i,
  ],
  ['log-in with other sites', 'nothing of who logs in is told to others', /oauth|oidc|sso|saml|openid/i],
]

describe('the contract', () => {
  it.each(absent)('has no %s: %s', (_what, _why, words) => {
    const found = callNames.filter(name => {
      const call = calls[name] as Call
      return [name, call.path, ...fieldsOf(call)].some(text => words.test(text))
    })
    expect(found).toEqual([])
  })

  it('lets a visitor in by a name and a password alone, by making a mailbox, with a card, or with a ticket of one who is in', () => {
    const giving = callNames.filter(name => {
      const call = calls[name] as Call
      return call.who.includes('visitor') && 'token' in call.answer.shape
    })
    expect(giving.sort()).toEqual(['login', 'loginEmail', 'loginTicket', 'regEmail', 'verCard'])
  })
})

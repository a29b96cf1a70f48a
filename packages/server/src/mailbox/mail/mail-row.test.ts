import { expect, it } from 'vitest'
import { ownSender } from '../../mail/sender-verdict.ts'
import { parseDetails } from './mail-row.ts'

it('reads a weak signature as weak, also where an earlier version kept it as none', () => {
  const kept = (dkim: object) => parseDetails(JSON.stringify({ auth: { ...ownSender, dkim } })).auth?.dkim
  const weak = { result: 'policy', domain: 'bank.test' }
  expect(kept({ result: 'none', domain: 'bank.test' })).toEqual(weak)
  expect(kept(weak)).toEqual(weak)
  expect(kept({ result: 'none', domain: '' })).toEqual({ result: 'none', domain: '' })
  expect(parseDetails('{}')).toEqual({})
})

import { describe, expect, it } from 'vitest'
import { agentName } from './agent-name.ts'
import { ringShare } from './ring.tsx'
import { groupStarts } from './seal.tsx'

describe('the seal', () => {
  it('sets six or nine figures in threes, and other codes in one group', () => {
    expect(groupStarts('482913')).toEqual([3])
    expect(groupStarts('482913705')).toEqual([3, 6])
    for (const code of ['K7QXR', '1234', '12345678', '123']) expect(groupStarts(code)).toEqual([])
  })
})

describe('the ring', () => {
  const from = '2026-11-15T10:00:00Z'
  const until = '2026-11-15T11:00:00Z'

  it('shows the share of the lifetime that is left', () => {
    expect(ringShare(from, until, new Date('2026-11-15T10:15:00Z'))).toBe(0.75)
  })

  it('stays between nothing and all of it', () => {
    expect(ringShare(from, until, new Date('2026-11-15T12:00:00Z'))).toBe(0)
    expect(ringShare(from, until, new Date('2026-11-15T09:00:00Z'))).toBe(1)
    expect(ringShare(until, from, new Date('2026-11-15T10:30:00Z'))).toBe(0)
  })

  it('is full for what never ends', () => {
    expect(ringShare(from, null, new Date())).toBe(1)
  })
})

it('agentName names browser and system, or the program', () => {
  expect(
    agentName(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36',
    ),
  ).toBe('Chrome，Linux')
  expect(
    agentName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604',
    ),
  ).toBe('Safari，iPhone')
  expect(agentName('Mozilla/5.0 (Windows NT 10.0) Chrome/141 Safari/537 Edg/141')).toBe('Edge，Windows')
  expect(agentName('curl/8.5.0')).toBe('curl')
  expect(agentName('')).toBe('未知程序')
})

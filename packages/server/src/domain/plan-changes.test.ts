import { describe, expect, it } from 'vitest'
import { mergeSpf, planChanges, type WantedRecord } from './plan-changes.ts'

const record = (type: string, value: string, name = 'example.com') => ({ name, type, value, ttl: 600 })
const dmarc: WantedRecord = {
  kind: 'dmarc',
  name: '_dmarc.example.com',
  type: 'TXT',
  value: 'v=DMARC1; p=quarantine',
  settable: true,
}
const spf: WantedRecord = {
  kind: 'spf',
  name: 'example.com',
  type: 'TXT',
  value: 'v=spf1 mx ~all',
  settable: true,
}
const alias: WantedRecord = {
  kind: 'autoconfig',
  name: 'autoconfig.example.com',
  type: 'CNAME',
  value: 'www.host.test',
  settable: true,
}
const said = (changes: ReturnType<typeof planChanges>) =>
  changes.map(({ action, before, after }) => [action, before?.value ?? '', after?.value ?? ''])

describe('a merged SPF record', () => {
  it.each([
    [['v=spf1 include:a.test -all'], 'v=spf1 mx include:a.test -all'],
    [['v=spf1 mx include:a.test ~all'], 'v=spf1 mx include:a.test ~all'],
    [
      ['v=spf1 include:a.test ~all', 'v=spf1 ip4:1.2.3.4 include:a.test -all'],
      'v=spf1 mx include:a.test ip4:1.2.3.4 ~all',
    ],
    [['v=spf1 +all'], 'v=spf1 mx ~all'],
    [['v=spf1 redirect=_spf.a.test'], 'v=spf1 mx redirect=_spf.a.test'],
    [['v=spf1'], 'v=spf1 mx ~all'],
  ])('%j becomes %s', (values, merged) => {
    expect(mergeSpf(values, 'mx')).toBe(merged)
  })
})

describe('a plan', () => {
  it('leaves alone what is sound, though it is not ours', () => {
    expect(planChanges([dmarc], [record('TXT', 'v=DMARC1; p=reject', dmarc.name)])).toEqual([])
    expect(planChanges([alias], [record('A', '9.9.9.9', alias.name)])).toEqual([])
    expect(planChanges([spf], [record('TXT', 'v=spf1 mx -all'), record('TXT', 'other')])).toEqual([])
  })

  it('makes one of several where only one may be', () => {
    const two = [
      record('TXT', 'v=DMARC1; p=nonsense', dmarc.name),
      record('TXT', 'v=DMARC1; p=none', dmarc.name),
    ]
    expect(said(planChanges([dmarc], two))).toEqual([['delete', 'v=DMARC1; p=nonsense', '']])
    const spfs = [record('TXT', 'v=spf1 a ~all'), record('TXT', 'v=spf1 include:b.test ~all')]
    expect(said(planChanges([spf], spfs))).toEqual([
      ['update', 'v=spf1 a ~all', 'v=spf1 mx a include:b.test ~all'],
      ['delete', 'v=spf1 include:b.test ~all', ''],
    ])
  })

  it('writes nothing beside an alias, and nothing that cannot be written', () => {
    expect(planChanges([dmarc], [record('CNAME', 'else.test', dmarc.name)])).toEqual([])
    expect(planChanges([{ ...dmarc, settable: false }], [])).toEqual([])
  })
})

import { Resolver } from 'node:dns/promises'
import { describe, expect, it } from 'vitest'
import { hasDnsServer, startDnsServer } from './dns-server.ts'

describe.skipIf(!hasDnsServer)('the name server for tests', () => {
  it('answers for its zones, knows nothing else, and takes new records', async () => {
    const server = await startDnsServer({ zones: { 'a.test': ['@ MX 10 mx'] }, broken: ['b.test'] })
    const resolver = new Resolver({ timeout: 2000, tries: 2 })
    resolver.setServers([server.address])
    expect(await resolver.resolveMx('a.test')).toEqual([
      expect.objectContaining({ exchange: 'mx.a.test', priority: 10 }),
    ])
    await expect(resolver.resolveMx('nowhere.test')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(resolver.resolveMx('b.test')).rejects.toMatchObject({ code: 'ESERVFAIL' })
    await server.setZone('a.test', ['@ MX 0 .'])
    expect(await resolver.resolveMx('a.test')).toEqual([expect.objectContaining({ exchange: '' })])
    await server.stop()
  })
})

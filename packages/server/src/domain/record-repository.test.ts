import { describe, expect, it } from 'vitest'
import { hour } from '../kernel/clock.ts'
import { databaseKinds } from '../testing/databases.ts'
import { makeDomain } from '../testing/people.ts'
import { startTestApp } from '../testing/test-app.ts'
import { listRecords, type RecordRow, saveRecords } from './record-repository.ts'

describe.each(databaseKinds)('what is known of a record on %s', kind => {
  it('is the answer to the last question, whichever answer comes last, and under a clock that was set back', async () => {
    const site = await startTestApp(kind)
    const { db } = site.app
    const domainId = await makeDomain(site, 'asked.test')
    const now = site.clock.now()
    async function save(
      state: RecordRow['state'],
      asked: number,
      careful = false,
    ): Promise<RecordRow['state'] | undefined> {
      const row: RecordRow = {
        domain_id: domainId,
        record: 'spf',
        kind: 'spf',
        level: 'must',
        found: '[]',
        state,
        advice: '',
        checked_at: asked,
        broken_at: null,
      }
      await db.transaction(tx => saveRecords(tx, [row], now, careful))
      return (await listRecords(db.query, [domainId])).find(({ record }) => record === 'spf')?.state
    }
    expect(await save('missing', now - 20)).toBe('missing')
    expect(await save('ok', now - 10)).toBe('ok')
    expect(await save('missing', now - 15)).toBe('ok')
    expect(await save('wrong', now - 10)).toBe('wrong')
    expect(await save('ok', now + hour)).toBe('ok')
    expect(await save('missing', now)).toBe('missing')
    expect(await save('unknown', now, true)).toBe('missing')
    expect(await save('ok', now, true)).toBe('ok')
    expect(await save('unknown', now)).toBe('unknown')
    await site.stop()
  })
})

import { afterEach, describe, expect, it } from 'vitest'
import { plainMail } from '../../testing/mail-site.ts'
import { newDnsHealth } from './dns-health.ts'
import { noScanners } from './scan/scan.ts'
import { createWorkerPool, type PoolLimits, TaskTimeout, type WorkerPool } from './worker-pool.ts'

const poisonedWorker = new URL('./testing/poisoned-worker.ts', import.meta.url)
const envelope = { id: '', from: '', client: '', helo: '', protocol: '', host: '', recipients: [] }

describe('the pool of worker threads', () => {
  let pool: WorkerPool
  afterEach(() => pool.stop())

  const open = (threads: number, change: Partial<PoolLimits> = {}) => {
    const limits = { tasksPerThread: 8, bytesPerThread: 1_000_000, taskMs: 2500, stuckMs: 1000, ...change }
    pool = createWorkerPool(
      { dnsServers: [], dnsHealth: newDnsHealth(), scanners: noScanners },
      threads,
      limits,
      poisonedWorker,
    )
  }
  const read = async (subject: string, text = '') => {
    const { mail } = await pool.run('arrive', { raw: plainMail({ subject, text }), envelope, rules: [] })
    return mail.subject
  }

  it.each(['hang', 'exit'])(
    'fails only the task that makes its thread %s, not those beside it',
    async way => {
      open(1)
      const results = await Promise.allSettled([
        read('before'),
        read('poison', `poison: ${way}`),
        read('after'),
        read('later'),
      ])
      expect(results.map(result => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
        'before',
        'failed',
        'after',
        'later',
      ])
    },
  )

  it('says that a task took too long', async () => {
    open(1)
    await expect(read('poison', 'poison: hang')).rejects.toBeInstanceOf(TaskTimeout)
    expect(await read('next')).toBe('next')
  })

  it('lets a stuck thread keep nobody waiting who comes later', async () => {
    // Long enough for another thread to start on the busiest machine.
    open(1, { stuckMs: 0, taskMs: 60_000 })
    await read('first')
    let done = false
    const stuck = read('poison', 'poison: hang').catch(() => {
      done = true
    })
    expect([await read('healthy'), done]).toEqual(['healthy', false])
    await pool.stop()
    await stuck
    expect(done).toBe(true)
  })

  it('gives a thread no more messages than it can read in time, but always one', async () => {
    open(1, { bytesPerThread: 1 })
    const reading = ['a', 'b', 'c'].map(subject => read(subject))
    expect(pool.waiting()).toBe(2)
    expect(await Promise.all(reading)).toEqual(['a', 'b', 'c'])
  })

  it('fails what is under way when it stops, and takes nothing more', async () => {
    open(2)
    const hanging = read('poison', 'poison: hang')
    const failed = expect(hanging).rejects.toThrow('the worker thread ended')
    await pool.stop()
    await failed
    await expect(read('too late')).rejects.toThrow('the pool has stopped')
  })
})

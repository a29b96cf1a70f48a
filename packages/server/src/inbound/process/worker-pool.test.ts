import { afterEach, describe, expect, it } from 'vitest'
import { plainMail } from '../../testing/mail-site.ts'
import { newDnsHealth } from './dns-health.ts'
import { noScanners } from './scan/scan.ts'
import { createWorkerPool, type PoolLimits, TaskTimeout, type WorkerPool } from './worker-pool.ts'

const poisonedWorker = new URL('./testing/poisoned-worker.ts', import.meta.url)
const setup = { dnsServers: [], dnsHealth: newDnsHealth(), scanners: noScanners }
const usualLimits = {
  tasksPerThread: 8,
  bytesPerThread: 1_000_000,
  taskMs: 2500,
  stuckMs: 1000,
  heavyBytes: 500_000,
}
const envelope = { id: '', from: '', client: '', helo: '', protocol: '', host: '', recipients: [] }

describe('the pool of worker threads', () => {
  let pool: WorkerPool
  afterEach(() => pool.stop())

  const open = (threads: number, change: Partial<PoolLimits> = {}) => {
    pool = createWorkerPool(setup, threads, { ...usualLimits, ...change }, poisonedWorker)
  }
  const read = async (subject: string, text = '') => {
    const { mail } = await pool.run('arrive', {
      raw: plainMail({ subject, text }),
      envelope,
      rules: [],
      pressed: false,
    })
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

  it('reads mail that arrives while what people asked for keeps a thread busy without end', async () => {
    open(2, { taskMs: 60_000, stuckMs: 60_000 })
    const raw = plainMail({ text: 'poison: hang' })
    const asked = Array.from({ length: 20 }, () => pool.run('show', { raw }).catch(() => 'ended'))
    expect(await Promise.all(['a', 'b', 'c'].map(subject => read(subject)))).toEqual(['a', 'b', 'c'])
    // As many as one thread takes are with it, the others wait.
    expect(pool.waiting()).toBeGreaterThanOrEqual(20 - usualLimits.tasksPerThread)
    await pool.stop()
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['ended']))
  })
})

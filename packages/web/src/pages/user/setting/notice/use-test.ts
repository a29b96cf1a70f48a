import type { Webhook } from '@yanshu/contract'
import { useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { api } from '../../../../api/index.ts'
import { useRenewHooks } from './queries.ts'
import type { TestResult } from './result-words.ts'

export type TestRun = { at: 'idle' } | { at: 'busy' } | { at: 'refused'; says: string } | TestDone
export type TestDone = { at: 'done'; result: TestResult }

/** Sends a test to one address and keeps what came of it. */
export function useTest(hook: Webhook): { run: TestRun; start: () => void } {
  const [run, setRun] = useState<TestRun>({ at: 'idle' })
  const renew = useRenewHooks()
  const send = async () => {
    setRun({ at: 'busy' })
    try {
      setRun({ at: 'done', result: await api.testWebhook({ body: { id: hook.id } }) })
    } catch (error) {
      setRun({ at: 'refused', says: messageOf(error) })
    }
    await renew()
  }
  return { run, start: () => void send() }
}

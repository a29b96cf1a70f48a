/** Checking record by record: each kind is asked for by itself, so that each has its own tick as soon as it is known. */
import type { DnsKind } from '@yanshu/contract'
import { dnsKinds } from '@yanshu/contract/calls/domain'
import { useCallback, useEffect, useRef, useState } from 'react'
import { reasonOf } from '../../../api/api-error.ts'
import { api } from '../../../api/index.ts'
import { showError } from '../../../ui/toast.ts'
import { useDomainCache } from './queries.ts'

const AT_ONCE = 4

export type Check = {
  /** Kinds that are being looked at. */
  pending: ReadonlySet<DnsKind>
  running: boolean
  start: () => void
}

export function useCheck(id: string, verified: boolean): Check {
  const cache = useDomainCache()
  const [pending, setPending] = useState<ReadonlySet<DnsKind>>(new Set())
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const start = useCallback(() => {
    stop.current?.abort()
    const ended = new AbortController()
    stop.current = ended
    const { signal } = ended
    const isCurrent = () => !signal.aborted

    async function checkOne(kind: DnsKind): Promise<boolean> {
      const { domain, records } = await api.checkDNS({ body: { id, kinds: [kind] } }, { signal })
      if (isCurrent()) cache.found(domain, records)
      return domain.verified
    }
    async function checkAll(): Promise<void> {
      // For an unproved domain only the proof is checked; the rest follows when it is there.
      const proved = verified || (await checkOne('ownership'))
      const left = dnsKinds.filter(kind => kind !== 'ownership' || verified)
      if (!proved) {
        setPending(new Set())
        return
      }
      setPending(new Set(left))
      const worker = async () => {
        for (let kind = left.shift(); kind !== undefined && isCurrent(); kind = left.shift()) {
          const done = kind
          await checkOne(done)
          if (isCurrent()) setPending(known => new Set([...known].filter(one => one !== done)))
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, worker))
    }

    setPending(new Set(verified ? dnsKinds : ['ownership']))
    checkAll()
      .catch((error: unknown) => {
        if (isCurrent()) showError(reasonOf(error))
      })
      .finally(() => {
        if (!isCurrent()) return
        setPending(new Set())
        void cache.renew()
      })
  }, [id, verified, cache])

  return { pending, running: pending.size > 0, start }
}

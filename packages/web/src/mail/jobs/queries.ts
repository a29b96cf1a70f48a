/** The caller's long jobs, fetched again while any is running. The URL names the open one. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@yanshu/contract'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { api } from '../../api/index.ts'

export const jobKeys = {
  all: ['jobs'] as const,
  list: ['jobs', 'list'] as const,
  one: (id: string) => ['jobs', 'one', id] as const,
}

export const isUnderWay = (job: Job): boolean => job.state === 'waiting' || job.state === 'running'

const listEveryMs = 3_000
const oneEveryMs = 1_000

export function useJobs() {
  return useQuery({
    queryKey: jobKeys.list,
    queryFn: async ({ signal }) => (await api.getJobs({}, { signal })).list,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? listEveryMs : false),
    staleTime: 30_000,
  })
}

/** Returns one job; when it ends, everything that it may have changed is fetched again. */
export function useJob(id: string) {
  const client = useQueryClient()
  const result = useQuery({
    queryKey: jobKeys.one(id),
    queryFn: ({ signal }) => api.getJob({ query: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.job) ? oneEveryMs : false),
  })
  const wasUnderWay = useRef(false)
  const underWay = result.data !== undefined && isUnderWay(result.data.job)
  useEffect(() => {
    if (wasUnderWay.current && !underWay)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'one' })
    wasUnderWay.current = underWay
  }, [client, underWay])
  return result
}

/** Stands for the list of all jobs. */
export const allJobs = 'all'

/** The open view: a job's id, the list, or nothing. */
export function useOpenJob(): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams()
  return [
    params.get('job'),
    id =>
      setParams(known => {
        const changed = new URLSearchParams(known)
        // The request was made in a drawer of its own, which closes.
        changed.delete('open')
        if (id === null) changed.delete('job')
        else changed.set('job', id)
        return changed
      }),
  ]
}

/** Opens a job that was just started. */
export function useShowJob(): (id: string) => void {
  const [, open] = useOpenJob()
  const client = useQueryClient()
  return id => {
    void client.invalidateQueries({ queryKey: jobKeys.list })
    open(id)
  }
}

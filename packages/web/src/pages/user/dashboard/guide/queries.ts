import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf, Calls } from '@yanshu/contract'
import { api } from '../../../../api/index.ts'

const guideKey = ['guide'] as const
const LOOKING_MS = 800
const WAITING_MS = 10_000
const DONE_MS = 5 * 60_000

/** The steps of the guide; those that are still being looked at are asked for again soon. */
export function useGuide() {
  return useQuery({
    queryKey: guideKey,
    queryFn: ({ signal }) => api.getGuide({}, { signal }),
    refetchInterval({ state: { data } }) {
      const states = new Set(data?.list.map(step => step.state))
      if (states.has('looking')) return LOOKING_MS
      return states.has('todo') || states.has('broken') ? WAITING_MS : DONE_MS
    },
  })
}

export function useEditGuide() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<Calls['editGuide']>) => api.editGuide({ body }),
    onSuccess: answer => client.setQueryData(guideKey, answer),
  })
}

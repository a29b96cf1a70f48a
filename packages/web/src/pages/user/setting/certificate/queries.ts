import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, Calls } from '@yanshu/contract'
import { api } from '../../../../api/index.ts'
import { settingKeys } from '../shared/keys.ts'

export type Shown = AnswerOf<Calls['getCertificates']>

const whileWorkingMs = 2000
const otherwiseMs = 60_000

/** While the authority is at it, the page looks often. */
export function useCertificates() {
  return useQuery({
    queryKey: settingKeys.certificates,
    queryFn: ({ signal }) => api.getCertificates({}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.list.some(one => one.state === 'working') ? whileWorkingMs : otherwiseMs,
  })
}

/** Asks for one certificate, or for a look at all; what comes back is shown at once. */
export function useRenew() {
  const client = useQueryClient()
  return async (name?: string): Promise<void> => {
    const shown = await api.renewCertificate({ body: name === undefined ? {} : { name } })
    client.setQueryData(settingKeys.certificates, shown)
    await client.invalidateQueries({ queryKey: settingKeys.certificates })
  }
}

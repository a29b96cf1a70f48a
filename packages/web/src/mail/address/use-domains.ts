/** The domains one can make an address on: those open to everyone, and for an account its own. */
import { useQuery } from '@tanstack/react-query'
import { usePermission } from '../../account/permission.ts'
import { api } from '../../api/index.ts'

export function useDomains() {
  const { pages } = usePermission()
  const own = pages.includes('domain')
  return useQuery({
    queryKey: ['address-domains', own],
    queryFn: async ({ signal }) => {
      const open = (await api.getArrDomains({}, { signal })).list
      if (!own) return open
      // Without the list of one's own domains there are still the open ones.
      const mine = await api.getDomains({ query: { pageSize: 100 } }, { signal }).catch(() => null)
      return [
        ...new Set([
          ...(mine?.list.filter(domain => domain.verified).map(domain => domain.name) ?? []),
          ...open,
        ]),
      ]
    },
    staleTime: 60_000,
  })
}

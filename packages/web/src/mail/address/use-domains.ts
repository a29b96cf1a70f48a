/** Returns the domains for new addresses: those open to everyone, and an account's own. */
import { useQuery } from '@tanstack/react-query'
import type { Page } from '@yanshu/contract'
import { reaches, usePermission } from '../../account/permission.ts'
import { api } from '../../api/index.ts'
import { addressKeys } from '../mail-keys.ts'

/** The pages on which new addresses are made, or domains are looked after. */
const choosing: readonly Page[] = ['domain', 'inbox', 'emailAccount', 'card']

export function useDomains() {
  const permission = usePermission()
  // A mailbox has no domains, and pages that choose from them are not its own.
  const own = permission.role !== 'mailbox' && choosing.some(page => reaches(permission, page))
  return useQuery({
    queryKey: addressKeys.domains(own),
    queryFn: async ({ signal }) => {
      const open = (await api.getArrDomains({}, { signal })).list
      if (!own) return open
      // When the list of own domains fails, the open ones remain.
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

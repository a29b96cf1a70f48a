/** Fetches the original bytes of a mail. */
import { useQuery } from '@tanstack/react-query'
import { wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import { mailKeys } from '../mail-keys.ts'
import { useMailSource } from '../source.tsx'

export function useSource(id: string, enabled: boolean) {
  const { key, fetchBytes } = useMailSource()
  return useQuery({
    queryKey: mailKeys.source(key, id),
    queryFn: ({ signal }) => fetchBytes(wireRequest(routes.getEmailSource, { params: { id } }), signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
}

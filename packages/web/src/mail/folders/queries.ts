/** The folders of the mailbox in view. */
import { useQuery } from '@tanstack/react-query'
import type { FolderRow } from '@yanshu/contract'
import { mailKeys } from '../mail-keys.ts'
import { STALE_MS, useMailboxesWith } from '../queries.ts'
import { useMailSource } from '../source.tsx'
import { watchedBox } from '../watched-box.ts'

/** Without a mailbox nothing is fetched. */
export function useFolders(mailbox: string | null) {
  const { key, api } = useMailSource()
  return useQuery({
    queryKey: mailKeys.folders(key, mailbox ?? ''),
    queryFn: async ({ signal }) =>
      (await api.getFolders({ query: mailbox === null ? {} : { mailbox } }, { signal })).list,
    enabled: mailbox !== null,
    staleTime: STALE_MS,
  })
}

/** Returns the mailbox whose folders are shown: the chosen one, or the only one. */
export function useFolderBox(chosen: string | null): string | null {
  const only = watchedBox(useMailboxesWith(chosen).data, chosen)
  return chosen ?? only?.id ?? null
}

const none: readonly FolderRow[] = []

/** Returns the folder of one's own with this id in the mailbox in view, if there is one. */
export function useOwnFolder(chosen: string | null, id: string): FolderRow | undefined {
  const { data = none } = useFolders(useFolderBox(chosen))
  return data.find(folder => folder.role === null && folder.id === id)
}

/** Taking over a mailbox that was bought: its password is shown in this tab, its token joins the addresses held here. */
import type { SoldAccount } from '@yanshu/contract'
import { useCallback } from 'react'
import { useAddressBook } from '../../../account/address-book.ts'
import { usePermission } from '../../../account/permission.ts'
import { loadVariables } from '../../../api/start-up.ts'
import { keepToken, readToken } from '../../../api/token.ts'
import { useShownOnce } from './shown-once.ts'

/** For a visitor the mailbox becomes the current login. A caller who is logged in to an account stays so. */
export function useTakeAccount(): (orderNo: string, account: SoldAccount) => Promise<void> {
  const { role } = usePermission()
  const isAccount = role === 'user' || role === 'admin'
  return useCallback(
    async (orderNo, { address, password, token, expiresAt }) => {
      useShownOnce.getState().show(orderNo, password)
      useAddressBook.getState().keep({ address, token, startedAt: new Date().toISOString(), expiresAt })
      if (isAccount && readToken() !== null) return
      keepToken(token)
      // The mailbox is open either way; the rest of the site learns of it at its next call.
      await loadVariables().catch(() => undefined)
    },
    [isAccount],
  )
}

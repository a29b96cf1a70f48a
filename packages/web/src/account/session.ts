/** Enters and leaves a login: the token, and all cached data about its holder. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { isApiError } from '../api/api-error.ts'
import { api } from '../api/index.ts'
import { loadVariables } from '../api/start-up.ts'
import { dropToken, keepToken, readToken } from '../api/token.ts'
import { isOwnPath, paths } from '../site/paths.ts'
import { useAddressBook } from './address-book.ts'

/** Stores the token, asks for its holder's rights, then goes to a page of this site. */
export function useEnter(): (token: string, url: string) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async (token, url) => {
      keepToken(token)
      client.clear()
      await loadVariables()
      await navigate(isOwnPath(url) ? url : paths.user, { replace: true })
    },
    [client, navigate],
  )
}

/** Ends the login on the server and forgets it here. A login that is already lost counts as ended. */
export function useLeave(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(async () => {
    const token = readToken()
    try {
      await api.logout()
    } catch (error) {
      if (!isApiError(error, 'loginNeeded')) throw error
    }
    if (token !== null) useAddressBook.getState().forgetToken(token)
    dropToken()
    client.clear()
    // An admin who acted in somebody's name is back in the own login.
    await navigate(readToken() === null ? paths.auth : paths.user)
    await loadVariables()
  }, [client, navigate])
}

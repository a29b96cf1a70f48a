/** Lets an admin act in a user's name and return to the own login, which stays in the browser meanwhile. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { isApiError } from '../api/api-error.ts'
import { api } from '../api/index.ts'
import { loadVariables } from '../api/start-up.ts'
import { dropToken, keepActingToken } from '../api/token.ts'
import { isOwnPath, paths, userPath } from '../site/paths.ts'

export function useActAs(): (accountId: string) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async accountId => {
      const { token, url } = await api.loginAs({ body: { id: accountId } })
      keepActingToken(token)
      client.clear()
      await loadVariables()
      await navigate(isOwnPath(url) ? url : paths.user)
    },
    [client, navigate],
  )
}

export function useStopActing(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(async () => {
    try {
      await api.logout()
    } catch (error) {
      if (!isApiError(error, 'loginNeeded')) throw error
    }
    dropToken()
    client.clear()
    await loadVariables()
    await navigate(userPath('sysAccount'))
  }, [client, navigate])
}

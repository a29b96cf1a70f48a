/**
 * Asks for the start-up variables, decrypts the permission data and fills the kept data. It runs when the
 * page opens and again whenever the login changes.
 */

import { paths } from '../site/paths.ts'
import { showError } from '../ui/toast.ts'
import { isApiError } from './api-error.ts'
import { api } from './index.ts'
import { useKeptPermission } from './kept-permission.ts'
import { useKeptSettings } from './kept-settings.ts'
import { useLostLogin } from './lost-login.ts'
import { keyOfPage, readPermissionData } from './permission-data.ts'
import { useStartUp } from './start-up-state.ts'
import { dropToken, readToken } from './token.ts'

export async function loadVariables(): Promise<void> {
  const { setState } = useStartUp.getState()
  const token = readToken()
  try {
    const variables = await api.getVar()
    const permissions = useKeptPermission.getState()
    // Rights that cannot be decrypted leave none of before; the settings of the same answer are as good as ever.
    permissions.setPermissionData(readPermissionData(variables.permissionData, () => keyOfPage(document)))
    // When the server answers as to a visitor, the token has ended.
    const { role, ended } = useKeptPermission.getState().permissionData
    if (role === 'visitor' && readToken() === token) {
      dropToken()
      if (ended)
        useLostLogin
          .getState()
          .tell({ url: paths.auth, words: ended.msg, reason: ended.reason, opening: true })
    }
    if (role !== undefined && role !== 'visitor') useLostLogin.getState().forget()
    useKeptSettings.getState().setSettings(variables.settings)
    setState('done')
  } catch (error) {
    setState('failed')
    if (!isApiError(error)) throw error
    showError(error.message)
  }
}

/**
 * Start-up: asks for the variables, opens the permission data and fills the two persisted stores. Run once when the
 * page opens and again whenever the login changes.
 */
import { keepLoginKind } from '../store/login-kind.ts'
import { usePermissionStore } from '../store/permission.ts'
import { useSettingsStore } from '../store/settings.ts'
import { useStartUp } from '../store/start-up.ts'
import { showError } from '../ui/toast.ts'
import { isApiError } from './api-error.ts'
import { api } from './index.ts'
import { keyOfPage, openPermissionData } from './permission-data.ts'
import { dropToken, readToken } from './token.ts'

export async function loadVariables(): Promise<void> {
  const { setState } = useStartUp.getState()
  const token = readToken()
  try {
    const variables = await api.getVar()
    const permissions = usePermissionStore.getState()
    permissions.setPermissionData(openPermissionData(variables.permissionData, keyOfPage(document)))
    // To whom the server knows only as a visitor, the token has ended.
    const { role } = usePermissionStore.getState().permissionData
    keepLoginKind(role)
    if (role === 'visitor' && readToken() === token) dropToken()
    useSettingsStore.getState().setSettings(variables.settings)
    setState('done')
  } catch (error) {
    setState('failed')
    if (!isApiError(error)) throw error
    showError(error.message)
  }
}

/** Resets stores, storage and the page between tests, which share a process and a window. */
import { useAddressBook } from '../account/address-book.ts'
import { useStorageRefusal } from '../api/device-storage.ts'
import { useKeptPermission } from '../api/kept-permission.ts'
import { useKeptSettings } from '../api/kept-settings.ts'
import { useLostLogin } from '../api/lost-login.ts'
import { useStartUp } from '../api/start-up-state.ts'
import { useFolded } from '../mail/folders/folded.ts'
import { useKeptOrders } from '../pages/store/order/kept-orders.ts'
import { useShownOnce } from '../pages/store/order/shown-once.ts'
import { useToasts } from '../ui/toast.ts'

export function forgetAll(): void {
  localStorage.clear()
  sessionStorage.clear()
  useStorageRefusal.setState(useStorageRefusal.getInitialState())
  useAddressBook.setState({ book: [] })
  useFolded.setState({ ids: [] })
  useKeptOrders.setState({ orders: [] })
  useShownOnce.setState({ passwords: {} })
  useKeptPermission.setState({ permissionData: {} })
  useKeptSettings.setState({ settings: {} })
  useLostLogin.setState(useLostLogin.getInitialState())
  useStartUp.setState(useStartUp.getInitialState())
  useToasts.setState({ toasts: [] })
  document.body.replaceChildren()
}

/**
 * The look that this tab has under way: its token lasts as long as the tab, so that a reload does not end it.
 */
import { create } from 'zustand'
import { createDeviceStorage } from '../../../../api/device-storage.ts'

export type KeptLook = { mailbox: string; token: string }

const KEY = 'look'
const storage = createDeviceStorage(() => sessionStorage)

function read(): KeptLook | null {
  const [mailbox, token] = (storage.getItem(KEY) ?? '').split(' ')
  return mailbox && token ? { mailbox, token } : null
}

export const useKeptLook = create<{ look: KeptLook | null }>()(() => ({ look: read() }))

export function keepLook(look: KeptLook): void {
  storage.setItem(KEY, `${look.mailbox} ${look.token}`)
  useKeptLook.setState({ look })
}

/** Only this one, so that the end of a look does not take the next one with it. */
export function dropLook(token: string): void {
  if (useKeptLook.getState().look?.token !== token) return
  storage.removeItem(KEY)
  useKeptLook.setState({ look: null })
}

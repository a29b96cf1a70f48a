import type { ReactElement } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { useSettingsStore } from '../../store/settings.ts'
import { type PopButton, PopMenu } from '../../ui/pop-menu.tsx'
import { showError, showToast } from '../../ui/toast.ts'
import { minutesText } from '../address/lifetime.ts'
import { useShelf } from './shelf.ts'

/** 延长: the times the site offers, counted from now. */
export function ExtendMenu({ button }: { button: (given: PopButton) => ReactElement }) {
  const { edit } = useShelf()
  const offered = useSettingsStore(state => state.settings.lifetimes) ?? []
  const extend = async (minutes: number) => {
    try {
      await edit({ lifetime: { minutes } })
      showToast(minutes === 0 ? '已改为长期有效' : `从现在起再用 ${minutesText(minutes)}`)
    } catch (error) {
      showError(messageOf(error))
    }
  }
  return (
    <PopMenu
      label="延长到"
      items={offered.map(minutes => ({
        label: minutes === 0 ? '长期有效' : `再用 ${minutesText(minutes)}`,
        run: () => void extend(minutes),
      }))}
      button={button}
    />
  )
}

import type { ReactElement } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { useKeptSettings } from '../../api/kept-settings.ts'
import { type PopButton, PopMenu } from '../../ui/pop-menu.tsx'
import { showError, showToast } from '../../ui/toast.ts'
import { minutesText } from '../address/minutes-text.ts'
import { useShelf } from './shelf.ts'

/** The menu 延长: the times that the site offers, counted from now. An account with an end is renewed instead. */
export function ExtendMenu({ button }: { button: (given: PopButton) => ReactElement }) {
  const { edit, current } = useShelf()
  const offered = useKeptSettings(state => state.settings.lifetimes) ?? []
  // One that has had its mails takes no more, however much time it gets.
  const again = current?.mailbox?.mailsLeft === 0 ? '再看' : '再用'
  const extend = async (minutes: number) => {
    try {
      await edit({ lifetime: { minutes } })
      showToast(minutes === 0 ? '已改为长期有效' : `从现在起${again} ${minutesText(minutes)}`)
    } catch (error) {
      showError(reasonOf(error))
    }
  }
  if (current?.mailbox?.kind === 'account') return null
  return (
    <PopMenu
      label="延长到"
      items={offered.map(minutes => ({
        label: minutes === 0 ? '长期有效' : `${again} ${minutesText(minutes)}`,
        run: () => void extend(minutes),
      }))}
      button={button}
    />
  )
}

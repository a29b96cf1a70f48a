import { BellRing, Volume2 } from 'lucide-react'
import type { PopItem } from '../ui/pop-list.tsx'
import { canNotify, turnDesktopOn, useAlerts } from './alerts.ts'

/** Returns the two kinds of alerts for new mail as items of a menu. */
export function useAlertItems(): PopItem[] {
  const { sound, desktop, set } = useAlerts()
  return [
    {
      label: '来信时响一声',
      icon: <Volume2 aria-hidden />,
      checked: sound,
      run: () => set({ sound: !sound }),
    },
    ...(canNotify()
      ? [
          {
            label: '来信时弹出通知',
            icon: <BellRing aria-hidden />,
            checked: desktop,
            run: () => (desktop ? set({ desktop: false }) : void turnDesktopOn()),
          },
        ]
      : []),
  ]
}

/** How the reader wants to be told of new mail: a sound, a note of the system. Both off until asked for. */
import type { MailRow } from '@yanshu/contract'
import { create } from 'zustand'
import { showError } from '../ui/toast.ts'

const KEY = 'yanshu.alerts'

export type Alerts = { sound: boolean; desktop: boolean }

export function readAlerts(text: string | null): Alerts {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    const on = (name: string) =>
      typeof value === 'object' && value !== null && (value as Record<string, unknown>)[name] === true
    return { sound: on('sound'), desktop: on('desktop') }
  } catch {
    return { sound: false, desktop: false }
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

type AlertState = Alerts & { set: (change: Partial<Alerts>) => void }

export const useAlerts = create<AlertState>()((set, get) => ({
  ...readAlerts(stored()),
  set: change => {
    set(change)
    const { sound, desktop } = get()
    try {
      localStorage.setItem(KEY, JSON.stringify({ sound, desktop }))
    } catch {
      // Without storage it lasts for this visit.
    }
  },
}))

export const canNotify = () => 'Notification' in window

/** Asks the browser, which must happen in answer to a press. */
export async function turnDesktopOn(): Promise<void> {
  const answer = await Notification.requestPermission()
  if (answer === 'granted') useAlerts.getState().set({ desktop: true })
  else showError('浏览器没有允许通知，可在网址栏左边的站点设置里打开')
}

/** What a note of the system says: the code first, since that is what one waits for. */
export function noteOf(mail: Pick<MailRow, 'code' | 'from' | 'subject' | 'preview'>): {
  title: string
  body: string
} {
  const sender = mail.from.name || mail.from.address || '没有发件人'
  const subject = mail.subject || '没有主题'
  return mail.code === null
    ? { title: sender, body: [subject, mail.preview].filter(Boolean).join('\n') }
    : { title: `验证码 ${mail.code}`, body: `${sender}：${subject}` }
}

export function alertOf(mail: MailRow, onOpen: () => void): void {
  const { sound, desktop } = useAlerts.getState()
  if (sound) playSound()
  if (!desktop || !canNotify() || Notification.permission !== 'granted' || document.hasFocus()) return
  const { title, body } = noteOf(mail)
  const note = new Notification(title, { body, tag: mail.id, icon: '/logo.svg' })
  note.addEventListener('click', () => {
    window.focus()
    note.close()
    onOpen()
  })
}

/** Two soft notes. */
function playSound(): void {
  try {
    const context = new AudioContext()
    const at = context.currentTime
    for (const [pitch, delay] of [
      [784, 0],
      [1047, 0.12],
    ] as const) {
      const tone = context.createOscillator()
      const volume = context.createGain()
      tone.frequency.value = pitch
      volume.gain.setValueAtTime(0.0001, at + delay)
      volume.gain.exponentialRampToValueAtTime(0.12, at + delay + 0.02)
      volume.gain.exponentialRampToValueAtTime(0.0001, at + delay + 0.35)
      tone.connect(volume).connect(context.destination)
      tone.start(at + delay)
      tone.stop(at + delay + 0.4)
    }
    setTimeout(() => void context.close(), 1_000)
  } catch {
    // A browser without sound, or one that wants a press first, stays silent.
  }
}

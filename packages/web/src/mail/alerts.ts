/** The reader's alerts for new mail: a sound, and a system notification. Both are off by default. */
import type { MailRow } from '@yanshu/contract'
import { create } from 'zustand'
import { showError } from '../ui/toast.ts'
import { senderName } from './sender-name.ts'

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

/** Asks the browser, which is allowed only in response to a click. */
export async function turnDesktopOn(): Promise<void> {
  const answer = await Notification.requestPermission()
  if (answer === 'granted') useAlerts.getState().set({ desktop: true })
  else showError('浏览器没有允许通知，可在网址栏左边的站点设置里打开')
}

type Noted = Pick<MailRow, 'code' | 'from' | 'subject' | 'preview' | 'receivedAt'>

/**
 * Chooses the mail to announce when several came together: the newest with a code, because people wait for
 * codes, else the newest.
 */
export function announced<M extends Noted>(mails: readonly M[]): M | undefined {
  const newestFirst = mails.toSorted(
    (one, other) => Date.parse(other.receivedAt) - Date.parse(one.receivedAt),
  )
  return newestFirst.find(mail => mail.code !== null) ?? newestFirst[0]
}

/** Returns the text of a system notification, with the code first. */
export function noteOf(mail: Noted, count: number): { title: string; body: string } {
  const sender = senderName(mail.from)
  const subject = mail.subject || '没有主题'
  const others = count > 1 ? `另有 ${count - 1} 封新邮件` : ''
  const lines =
    mail.code === null
      ? { title: sender, body: [subject, mail.preview, others] }
      : { title: `验证码 ${mail.code}`, body: [`${sender}：${subject}`, others] }
  return { title: lines.title, body: lines.body.filter(Boolean).join('\n') }
}

/** The destination of a click on a notification. */
export type NoteTarget = { pathOf: (mail: MailRow) => string; open: (path: string) => void }

/** Announces new mails, once for all of them. */
export function alertOf(mails: readonly MailRow[], target: NoteTarget): void {
  const mail = announced(mails)
  if (!mail) return
  const { sound, desktop } = useAlerts.getState()
  if (sound) playSound()
  if (!desktop || !canNotify() || Notification.permission !== 'granted' || document.hasFocus()) return
  const { title, body } = noteOf(mail, mails.length)
  const path = target.pathOf(mail)
  const options = { body, tag: mail.id, icon: '/logo.svg' }
  try {
    const note = new Notification(title, options)
    note.addEventListener('click', () => {
      window.focus()
      note.close()
      target.open(path)
    })
  } catch {
    // On phones only the service worker may show a notification, and it receives the click.
    void showByWorker(title, { ...options, data: { path } })
  }
}

async function showByWorker(title: string, options: NotificationOptions): Promise<void> {
  const { serviceWorker } = navigator as Partial<Navigator>
  try {
    const registration = await serviceWorker?.getRegistration()
    await registration?.showNotification(title, options)
  } catch {
    // The worker cannot show it either; the mail is on the page anyway.
  }
}

/** Plays two soft notes. */
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
    // A browser without sound, or one that needs a click first, stays silent.
  }
}

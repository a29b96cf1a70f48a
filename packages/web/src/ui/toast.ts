/** Short words at the foot of the page, with an undo where something can be taken back. Anyone may say one. */
import { create } from 'zustand'

export type Toast = {
  id: number
  kind: 'plain' | 'error'
  text: string
  seconds: number
  action?: { label: string; run: () => void }
}

export type ToastState = {
  toasts: readonly Toast[]
  next: number
  /** Answers with what it can be closed by. */
  show: (toast: Omit<Toast, 'id'>) => number
  close: (id: number) => void
}

const MOST = 3

export const useToasts = create<ToastState>()((set, get) => ({
  toasts: [],
  next: 1,
  show: toast => {
    const { toasts, next: id } = get()
    // The same words again say nothing new; but what can be taken back is each time something else.
    const others = toasts.filter(other => other.action || other.text !== toast.text)
    set({ toasts: [...others, { ...toast, id }].slice(-MOST), next: id + 1 })
    return id
  },
  close: id => set(({ toasts }) => ({ toasts: toasts.filter(toast => toast.id !== id) })),
}))

export function showToast(text: string): void {
  useToasts.getState().show({ kind: 'plain', text, seconds: 3 })
}

export function showError(text: string): void {
  useToasts.getState().show({ kind: 'error', text, seconds: 6 })
}

/** Something was done that can be taken back for a while. The answer closes it: nothing came of it. */
export function showUndo(text: string, undo: () => void, seconds = 10): () => void {
  const { show, close } = useToasts.getState()
  const id = show({ kind: 'plain', text, seconds, action: { label: '撤回', run: undo } })
  return () => close(id)
}

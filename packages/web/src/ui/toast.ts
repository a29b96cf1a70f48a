/**
 * Short messages at the foot of the page, with an undo if the action can be undone. Any code can show one.
 */
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
  /** Returns the id that closes it. */
  show: (toast: Omit<Toast, 'id'>) => number
  close: (id: number) => void
}

const MOST = 3

export const useToasts = create<ToastState>()((set, get) => ({
  toasts: [],
  next: 1,
  show: toast => {
    const { toasts, next: id } = get()
    // A repeated message adds nothing, but each undo is for another action.
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

/** Something is about to happen, and this can be done about it. */
export function showOffer(text: string, seconds: number, action: Toast['action']): void {
  useToasts.getState().show({ kind: 'plain', text, seconds, ...(action && { action }) })
}

/** Offers to undo an action for a while. The returned function closes the offer, when the action failed. */
export function showUndo(text: string, undo: () => void, seconds = 10): () => void {
  const { show, close } = useToasts.getState()
  const id = show({ kind: 'plain', text, seconds, action: { label: '撤回', run: undo } })
  return () => close(id)
}

/** Tells that the server no longer knows the login, and where to go. Calls report it, and pages listen. */
import type { EndReason } from '@yanshu/contract'
import { create } from 'zustand'

export type LostLogin = {
  url: string
  words: string
  /** Set when the account or mailbox was stopped, or its time is over. */
  reason: EndReason | null
  /** It was found when the page was opened: who may stay where they are is not sent away. */
  opening?: true
}

export type LostLoginState = {
  lost: LostLogin | null
  tell: (lost: LostLogin) => void
  /** There is a login again. */
  forget: () => void
}

export const useLostLogin = create<LostLoginState>()(set => ({
  lost: null,
  tell: lost => set({ lost }),
  forget: () => set({ lost: null }),
}))

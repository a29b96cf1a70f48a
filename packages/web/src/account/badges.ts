/**
 * Counts beside the pages in the menu and in the phone's bar: unread mail at 收件箱. The part that knows a count
 * sets it.
 */
import type { Page } from '@yanshu/contract'
import { create } from 'zustand'

export type BadgeState = {
  badges: Readonly<Partial<Record<Page, number>>>
  setBadge: (page: Page, count: number) => void
}

export const useBadges = create<BadgeState>()(set => ({
  badges: {},
  setBadge: (page, count) => set(({ badges }) => ({ badges: { ...badges, [page]: count } })),
}))

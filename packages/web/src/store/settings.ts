/**
 * The settings store: the public settings of the site, kept in local storage under `settings`. When they cannot be
 * written there, they become an empty object.
 */
import type { PublicSettings } from '@yanshu/contract'
import { create } from 'zustand'
import { type JsonStorage, readObject } from './json-storage.ts'

const KEY = 'settings'

export type StoredSettings = Partial<PublicSettings>

export type SettingsState = {
  settings: StoredSettings
  setSettings: (settings: StoredSettings) => void
}

export function createSettingsStore(storage: () => JsonStorage) {
  return create<SettingsState>()(set => ({
    settings: readObject(() => storage().getItem(KEY)),
    setSettings: settings => {
      try {
        storage().setItem(KEY, JSON.stringify(settings))
        set({ settings })
      } catch {
        set({ settings: {} })
      }
    },
  }))
}

export const useSettingsStore = createSettingsStore(() => localStorage)

/**
 * The public settings of the site, stored in local storage under `settings`. When they cannot be written
 * there, they become an empty object.
 */
import type { PublicSettings } from '@yanshu/contract'
import { create } from 'zustand'
import { useStorageRefusal } from './device-storage.ts'
import { type JsonStorage, readObject } from './json-storage.ts'

const KEY = 'settings'

export type StoredSettings = Partial<PublicSettings>

export type SettingsState = {
  settings: StoredSettings
  setSettings: (settings: StoredSettings) => void
}

export function createKeptSettings(storage: () => JsonStorage) {
  return create<SettingsState>()(set => ({
    settings: readObject(() => storage().getItem(KEY)),
    setSettings: settings => {
      try {
        storage().setItem(KEY, JSON.stringify(settings))
        set({ settings })
      } catch {
        set({ settings: {} })
        useStorageRefusal.setState({ refused: true })
      }
    },
  }))
}

export const useKeptSettings = createKeptSettings(() => localStorage)

/**
 * The permission data of the caller, as the server sent it at start-up, stored in local storage under
 * `permission`. It is a parsed object; text that cannot be parsed becomes an empty object. It decides nothing
 * itself.
 */
import type { PermissionData } from '@yanshu/contract'
import { create } from 'zustand'
import { deviceStorage } from './device-storage.ts'
import { type JsonStorage, readObject } from './json-storage.ts'

const KEY = 'permission'

export type StoredPermission = Partial<PermissionData>

export type PermissionState = {
  permissionData: StoredPermission
  /** Takes the decrypted JSON text. */
  setPermissionData: (text: string) => void
}

export function createKeptPermission(storage: () => JsonStorage) {
  return create<PermissionState>()(set => ({
    permissionData: readObject(() => storage().getItem(KEY)),
    setPermissionData: text => {
      const permissionData: StoredPermission = readObject(() => text)
      set({ permissionData })
      try {
        storage().setItem(KEY, JSON.stringify(permissionData))
      } catch {
        // When the storage is full or forbidden, the data still serves this visit.
      }
    },
  }))
}

export const useKeptPermission = createKeptPermission(() => deviceStorage)

/**
 * The permission store: what the caller may see and do, as the server said at start-up, kept in local storage under
 * `permission`. It is a parsed object; what cannot be parsed becomes an empty object. It decides nothing itself.
 */
import type { PermissionData } from '@yanshu/contract'
import { create } from 'zustand'
import { type JsonStorage, readObject } from './json-storage.ts'

const KEY = 'permission'

export type StoredPermission = Partial<PermissionData>

export type PermissionState = {
  permissionData: StoredPermission
  /** Takes the decrypted JSON text. */
  setPermissionData: (text: string) => void
}

export function createPermissionStore(storage: () => JsonStorage) {
  return create<PermissionState>()(set => ({
    permissionData: readObject(() => storage().getItem(KEY)),
    setPermissionData: text => {
      const permissionData: StoredPermission = readObject(() => text)
      set({ permissionData })
      try {
        storage().setItem(KEY, JSON.stringify(permissionData))
      } catch {
        // A full or forbidden storage only costs the memory of it; this visit has the data.
      }
    },
  }))
}

export const usePermissionStore = createPermissionStore(() => localStorage)

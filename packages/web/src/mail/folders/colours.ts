/** The inks of folders, which colour only their icon. None is the red of the seal. */
import type { FolderColor } from '@yanshu/contract'

export const folderColours: Readonly<Record<FolderColor, { name: string; ink: string }>> = {
  blue: { name: '蓝', ink: 'var(--chart-1)' },
  green: { name: '绿', ink: 'var(--chart-4)' },
  teal: { name: '青', ink: 'color-mix(in srgb, var(--chart-1), var(--chart-4))' },
  amber: { name: '黄', ink: 'var(--wait)' },
  rose: { name: '红', ink: 'color-mix(in srgb, var(--cinnabar) 62%, var(--chart-2))' },
  violet: { name: '紫', ink: 'color-mix(in srgb, var(--chart-1), var(--cinnabar) 38%)' },
  slate: { name: '灰', ink: 'color-mix(in srgb, var(--ink), var(--ink-2))' },
}

export const inkOf = (color: FolderColor | null) =>
  color === null ? undefined : { color: folderColours[color].ink }

/**
 * Uploads files for a mail: each shows its progress, can be cancelled at any time, and is checked against the
 * limit first.
 */
import type { Upload } from '@yanshu/contract'
import { isAxiosError } from 'axios'
import { useRef, useState } from 'react'
import { reasonOf } from '../api/api-error.ts'
import { useMailSource } from '../mail/source.tsx'
import { showError } from '../ui/toast.ts'

export type FileItem = {
  key: string
  name: string
  size: number
  percent: number
  /** Set once the file is on the server. */
  file: Upload | null
  /** True when the text shows it, and the list of files does not. */
  picture: boolean
}

type Options = {
  start: readonly Upload[]
  /** The files among them that the text shows. */
  startPictures: readonly string[]
  limitMb: number
  onChange: () => void
  onPicture: (file: Upload) => void
}

const MEGABYTE = 1_048_576
const MOST = 50
/** A file grows by a third in mail (RFC 2045 section 6.8). */
const GROWTH = 4 / 3

export function useFiles(options: Options) {
  const { start, startPictures, limitMb, onChange, onPicture } = options
  const { sendFile } = useMailSource()
  const [items, setItems] = useState<readonly FileItem[]>(() =>
    start.map(file => ({
      key: file.id,
      name: file.filename,
      size: file.size,
      percent: 100,
      file,
      picture: startPictures.includes(file.id),
    })),
  )
  const current = useRef(items)
  const running = useRef(new Map<string, AbortController>())
  const number = useRef(0)
  const set = (next: readonly FileItem[]) => {
    current.current = next
    setItems(next)
  }
  const change = (key: string, what: Partial<FileItem>) =>
    set(current.current.map(item => (item.key === key ? { ...item, ...what } : item)))

  async function upload(file: File, picture: boolean): Promise<void> {
    const key = `new-${++number.current}`
    const abort = new AbortController()
    running.current.set(key, abort)
    set([
      ...current.current,
      { key, name: file.name || '图片', size: file.size, percent: 0, file: null, picture },
    ])
    try {
      const done = await sendFile(file, {
        signal: abort.signal,
        onUpload: percent => change(key, { percent }),
      })
      change(key, { file: done, name: done.filename, size: done.size, percent: 100 })
      if (picture) onPicture(done)
      onChange()
    } catch (error) {
      set(current.current.filter(item => item.key !== key))
      if (!(isAxiosError(error) && error.code === 'ERR_CANCELED'))
        showError(`${file.name}：${reasonOf(error)}`)
    } finally {
      running.current.delete(key)
    }
  }

  return {
    items,
    busy: items.some(item => item.file === null),
    /** Returns the current items, even when a stale closure calls it. */
    now: () => current.current,
    add(files: readonly File[], picture: boolean) {
      let size = current.current.reduce((sum, item) => sum + item.size, 0)
      for (const file of files) {
        size += file.size
        if (size * GROWTH > limitMb * MEGABYTE) return showError(`附件太大，一封信最多 ${limitMb} MB`)
        if (current.current.length >= MOST) return showError(`附件最多 ${MOST} 个`)
        void upload(file, picture)
      }
    },
    remove(item: FileItem) {
      running.current.get(item.key)?.abort()
      set(current.current.filter(other => other.key !== item.key))
      onChange()
    },
    /** Cancels all running uploads. */
    stop() {
      for (const abort of running.current.values()) abort.abort()
    },
  }
}

export type Files = ReturnType<typeof useFiles>

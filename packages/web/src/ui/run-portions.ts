/** Runs long work in portions: it reports the progress and can stop after the current portion. */
import { useRef, useState } from 'react'

export type Progress = { done: number; total: number }

export type Portions = {
  progress: Progress | null
  /** Runs one portion after another until one reports that it was the last. */
  run: (total: number, portion: () => Promise<{ done: number; more: boolean }>) => Promise<void>
  stop: () => void
}

export function usePortions(): Portions {
  const [progress, setProgress] = useState<Progress | null>(null)
  const stopped = useRef(false)
  return {
    progress,
    stop: () => {
      stopped.current = true
    },
    run: async (total, portion) => {
      stopped.current = false
      setProgress({ done: 0, total })
      try {
        for (let sum = 0; !stopped.current; ) {
          const { done, more } = await portion()
          sum += done
          setProgress({ done: Math.min(sum, total), total })
          if (!more) return
        }
      } finally {
        setProgress(null)
      }
    },
  }
}

export function slices<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, at * size + size),
  )
}

import { type RefObject, useLayoutEffect, useRef } from 'react'

const control = 'input, textarea, button, [role="combobox"]'

/** Brings a setting into view, with the focus in its field. */
export function toSetting(row: HTMLElement): void {
  row.scrollIntoView({ block: 'center' })
  row.querySelector<HTMLElement>(control)?.focus({ preventScroll: true })
}

/** Brings a section to the top, with the focus at its heading, so that the keyboard goes on from there. */
export function toSection(section: HTMLElement): void {
  section.scrollIntoView()
  section.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
}

/** Goes to an element as soon as it is drawn, once for each key; null is somewhere else. */
export function useArrival<Part extends HTMLElement>(
  key: string | null,
  go: (part: HTMLElement) => void,
): RefObject<Part | null> {
  const part = useRef<Part>(null)
  useLayoutEffect(() => {
    if (key !== null && part.current) go(part.current)
  }, [key, go])
  return part
}

/** Gives this DOM sizes, because it lays nothing out and a list draws only its visible part. */
import { domWindow } from './dom-window.ts'

const width = 1440
const height = 900

export function giveSizes(): void {
  const size = (value: number): PropertyDescriptor => ({ configurable: true, get: () => value })
  // A field that grows with its text computes with these.
  const style = document.createElement('style')
  style.textContent = 'textarea { padding: 0px; border-width: 0px }'
  document.head.append(style)
  Object.defineProperties(HTMLElement.prototype, {
    ...{ offsetWidth: size(width), offsetHeight: size(height) },
    ...{ clientWidth: size(width), clientHeight: size(height) },
  })
}

/** Sets the width of the window for media queries. */
export function widenTo(pixels: number): void {
  domWindow().happyDOM.setViewport({ width: pixels, height })
}

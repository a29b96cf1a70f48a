/**
 * Measures the height of a letter with its pictures in a frame of a given width; the browser itself lays it
 * out.
 */
import { COPY_SANDBOX, measuredCopy } from './measured-copy.ts'

/** A taller letter scrolls inside its frame, so that a mail cannot make the page endless. */
export const TALLEST = 30_000

/** The height of a horizontal scroll bar. */
const BAR = 17

function heightOf(frame: HTMLIFrameElement): number | null {
  const letter = frame.contentDocument
  if (!letter?.body) return null
  const { scrollHeight, scrollWidth, clientWidth } = letter.documentElement
  const isWide = Math.max(scrollWidth, letter.body.scrollWidth) > clientWidth
  return Math.min(TALLEST, Math.max(scrollHeight, letter.body.scrollHeight) + (isWide ? BAR : 0))
}

/**
 * Reports the height once the copy is laid out with its pictures. The returned function cancels the
 * measurement.
 */
export function measureLetter(
  host: HTMLElement,
  text: string,
  width: number,
  tell: (height: number) => void,
): () => void {
  const place = document.createElement('div')
  place.style.cssText = 'position:absolute;width:0;height:0;overflow:hidden;visibility:hidden'
  place.inert = true
  place.ariaHidden = 'true'
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', COPY_SANDBOX)
  frame.referrerPolicy = 'no-referrer'
  frame.style.cssText = `width:${width}px;height:0;border:0`
  frame.srcdoc = measuredCopy(text)
  frame.addEventListener('load', () => {
    const height = heightOf(frame)
    place.remove()
    if (height !== null) tell(height)
  })
  // The shadow root is closed, so that code which searches the page's frames finds only the letter.
  place.attachShadow({ mode: 'closed' }).append(frame)
  host.append(place)
  return () => place.remove()
}

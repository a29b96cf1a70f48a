/**
 * Measures the room that a letter with its pictures takes in a frame of a given width; the browser itself lays
 * it out.
 */
import { COPY_SANDBOX, measuredCopy } from './measured-copy.ts'

/** A taller letter scrolls inside its frame, so that a mail cannot make the page endless. */
export const TALLEST = 30_000

/** The height of a horizontal scroll bar. */
const BAR = 17

/** A letter that is a little too wide is shown smaller; smaller than this it could not be read. */
const SMALLEST = 0.6

/** The size at which the letter is laid out, and the scale at which it then fits. */
export type LetterRoom = { width: number; height: number; scale: number }

function roomOf(frame: HTMLIFrameElement, width: number): LetterRoom | null {
  const letter = frame.contentDocument
  if (!letter?.body) return null
  const { documentElement: page, body } = letter
  const neededWidth = () => Math.max(page.scrollWidth, body.scrollWidth)
  const height = () => Math.min(TALLEST, Math.max(page.scrollHeight, body.scrollHeight))
  const wide = neededWidth()
  if (wide <= page.clientWidth) return { width, height: height(), scale: 1 }
  const scale = page.clientWidth / wide
  if (scale >= SMALLEST) {
    frame.style.width = `${wide}px`
    if (neededWidth() <= wide) return { width: wide, height: height(), scale }
    frame.style.width = `${width}px`
  }
  return { width, height: height() + BAR, scale: 1 }
}

/**
 * Reports the room once the copy is laid out with its pictures. The returned function cancels the
 * measurement.
 */
export function measureLetter(
  host: HTMLElement,
  text: string,
  width: number,
  tell: (room: LetterRoom) => void,
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
    const room = roomOf(frame, width)
    place.remove()
    if (room !== null) tell(room)
  })
  // The shadow root is closed, so that code which searches the page's frames finds only the letter.
  place.attachShadow({ mode: 'closed' }).append(frame)
  host.append(place)
  return () => place.remove()
}

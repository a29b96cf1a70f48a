/**
 * Prints the letter that is open. The parts of the page that show it leave here what they show; a frame that runs
 * nothing takes it to the printer.
 */
import { useEffect } from 'react'
import { measuredCopy } from './measured-copy.ts'
import { type PrintedHead, type PrintedLetter, printDocument } from './print-document.ts'

/** The page may ask the frame to print; there are no scripts in it. */
const PRINT_SANDBOX = 'allow-same-origin allow-modals'

/** How long the frame stays where a browser does not tell that it has printed. */
const STAY_MS = 10 * 60_000

const open: { head: (() => PrintedHead) | null; letter: (() => PrintedLetter) | null } = {
  head: null,
  letter: null,
}

function useOpen<Part extends keyof typeof open>(part: Part, make: (typeof open)[Part]): void {
  useEffect(() => {
    if (make === null) return
    open[part] = make
    return () => {
      if (open[part] === make) open[part] = null
    }
  }, [part, make])
}

export const usePrintedHead = (head: () => PrintedHead): void => useOpen('head', head)

/** Null for a letter within another one. */
export const usePrintedLetter = (letter: (() => PrintedLetter) | null): void => useOpen('letter', letter)

/** Prints the open letter, or the page where none is open or it is not shown as a letter. */
export function printLetter(): void {
  const { head, letter } = open
  if (head === null || letter === null) {
    window.print()
    return
  }
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', PRINT_SANDBOX)
  frame.referrerPolicy = 'no-referrer'
  frame.title = '打印'
  frame.ariaHidden = 'true'
  frame.inert = true
  frame.style.cssText = 'position:fixed;right:0;bottom:0;width:0;height:0;border:0;visibility:hidden'
  frame.srcdoc = measuredCopy(printDocument(head(), letter()))
  frame.addEventListener('load', () => {
    const page = frame.contentWindow
    if (page === null) return frame.remove()
    page.addEventListener('afterprint', () => setTimeout(() => frame.remove()))
    setTimeout(() => frame.remove(), STAY_MS)
    page.focus()
    page.print()
  })
  document.body.append(frame)
}

/** Ctrl+P and ⌘P print the open letter, not the page around it. */
export function usePrintKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'p' || !(event.ctrlKey || event.metaKey)) return
      if (event.shiftKey || event.altKey || event.defaultPrevented || open.letter === null) return
      event.preventDefault()
      printLetter()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

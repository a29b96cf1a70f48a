/** Copies a text and confirms it for two seconds. */
import { useEffect, useState } from 'react'
import { showError } from './toast.ts'

const SAY_MS = 2_000

function copySelected(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  // Beside a dialog nothing can be selected.
  const host = focused?.closest('dialog, [role="dialog"]') ?? document.body
  host.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  if (!done) throw new Error('the browser refused to copy')
}

/** Without TLS there is no clipboard in the browser, and some forbid it; the old way by a selection still works there. */
async function writeClipboard(text: string): Promise<void> {
  if (!window.isSecureContext) return copySelected(text)
  return navigator.clipboard.writeText(text).catch(() => copySelected(text))
}

export function useCopy(): { copied: boolean; copy: (text: string, onCopied?: () => void) => void } {
  const [copies, setCopies] = useState(0)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (copies === 0) return
    const timer = setTimeout(() => setCopied(false), SAY_MS)
    return () => clearTimeout(timer)
  }, [copies])
  return {
    copied,
    copy: (text, onCopied) => {
      writeClipboard(text).then(
        () => {
          setCopied(true)
          setCopies(count => count + 1)
          onCopied?.()
        },
        () => showError('浏览器不让复制，请选中后手动复制'),
      )
    },
  }
}

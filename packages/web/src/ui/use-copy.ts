/** Copies a text and says so for two seconds. */
import { useEffect, useState } from 'react'
import { showError } from './toast.ts'

const SAY_MS = 2_000

/** Without TLS there is no clipboard in the browser; the old way by a selection still works there. */
async function writeClipboard(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  area.setAttribute('readonly', '')
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const focused = document.activeElement
  const host = focused?.closest('[role="dialog"]') ?? document.body
  host.append(area)
  area.select()
  const done = document.execCommand('copy')
  area.remove()
  if (focused instanceof HTMLElement) focused.focus()
  if (!done) throw new Error('the browser refused to copy')
}

export function useCopy(): { copied: boolean; copy: (text: string) => void } {
  const [copies, setCopies] = useState(0)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (copies === 0) return
    setCopied(true)
    const timer = setTimeout(() => setCopied(false), SAY_MS)
    return () => clearTimeout(timer)
  }, [copies])
  return {
    copied,
    copy: text => {
      writeClipboard(text).then(
        () => setCopies(count => count + 1),
        () => showError('浏览器不让复制，请选中后手动复制'),
      )
    },
  }
}

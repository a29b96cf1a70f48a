/** The mail as its sender laid it out, in a frame that runs nothing, shares nothing and fetches nothing. */
import type { MailDetail } from '@yanshu/contract'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTheme } from '../../ui/theme.ts'
import { FRAME_SANDBOX, type FrameImages, type FrameTheme, frameDocument } from './frame-document.ts'
import { guessFrameHeight } from './frame-height.ts'
import styles from './mail-frame.module.css'

function themeOfPage(dark: boolean): FrameTheme {
  const page = getComputedStyle(document.documentElement)
  const token = (name: string) => page.getPropertyValue(`--${name}`).trim()
  return {
    ink: token('ink'),
    quiet: token('ink-2'),
    link: token('indigo'),
    paper: token('sheet'),
    rule: token('rule-strong'),
    dark,
  }
}

type MailFrameProps = { mail: Pick<MailDetail, 'html' | 'subject'>; images: FrameImages }

export function MailFrame({ mail, images }: MailFrameProps) {
  const theme = useTheme(state => state.theme)
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(600)
  const html = mail.html ?? ''
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    // Never more than there is: the letter would be taller than guessed.
    const observer = new ResizeObserver(
      ([entry]) => entry && setWidth(Math.floor(entry.contentRect.width / 40) * 40),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const height = useMemo(() => guessFrameHeight(html, width), [html, width])
  const text = useMemo(
    () => frameDocument(html, images, themeOfPage(theme === 'dark')),
    [html, images, theme],
  )
  return (
    <div ref={host} className={styles.host} style={{ ['--guess' as string]: `${height}px` }}>
      <iframe
        className={styles.frame}
        title={`邮件正文：${mail.subject || '没有主题'}`}
        sandbox={FRAME_SANDBOX}
        referrerPolicy="no-referrer"
        srcDoc={text}
      />
    </div>
  )
}

/** The mail in its sender's layout, in a frame that runs nothing, shares nothing and fetches nothing. */
import type { MailDetail } from '@yanshu/contract'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { useTheme } from '../../ui/theme.ts'
import {
  FRAME_SANDBOX,
  type FrameImages,
  type FrameTheme,
  frameDocument,
  isLaidOut,
  letterOnPaper,
} from './frame-document.ts'
import { useLetterColours } from './letter-colours.tsx'
import { type LetterRoom, measureLetter } from './letter-height.ts'
import styles from './mail-frame.module.css'
import { usePrintedLetter } from './print-letter.ts'

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

/** The room on the page, and the frame in it, which is made smaller where the letter is a little too wide. */
const hostStyle = ({ height, scale }: LetterRoom) => ({
  ['--letter' as string]: `${height}px`,
  ['--room' as string]: `${height * scale}px`,
})
const frameStyle = ({ width, scale }: LetterRoom) =>
  scale === 1 ? undefined : { width, transform: `scale(${scale})` }

type MailFrameProps = {
  mail: Pick<MailDetail, 'html' | 'subject'> & { id?: string }
  images: FrameImages
  /** It is the letter that the page is about, and not one within another. */
  printed?: boolean | undefined
}

export function MailFrame({ mail, images, printed = false }: MailFrameProps) {
  const theme = useTheme(state => state.theme)
  const host = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number | null>(null)
  const [room, setRoom] = useState<LetterRoom | null>(null)
  const html = mail.html ?? ''
  const colours = useLetterColours(mail.id)
  usePrintedLetter(printed ? () => letterOnPaper(html, images) : null)
  useLayoutEffect(() => {
    const element = host.current
    if (!element) return
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.floor(entry.contentRect.width)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const text = useMemo(
    () => frameDocument(html, images, themeOfPage(theme === 'dark'), colours),
    [html, images, theme, colours],
  )
  useEffect(() => {
    const element = host.current
    if (element && width) return measureLetter(element, text, width, setRoom)
  }, [text, width])
  return (
    <div
      ref={host}
      className={cx(styles.host, isLaidOut(html) && styles.laidOut)}
      style={room === null ? undefined : hostStyle(room)}
    >
      <iframe
        className={styles.frame}
        style={room === null ? undefined : frameStyle(room)}
        title={`邮件正文：${mail.subject || '没有主题'}`}
        sandbox={FRAME_SANDBOX}
        referrerPolicy="no-referrer"
        srcDoc={text}
      />
    </div>
  )
}

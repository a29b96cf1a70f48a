/** The letter in the chosen form, with the question that comes before pictures are fetched. */
import type { MailDetail } from '@yanshu/contract'
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import type { BodyView } from './body-view.ts'
import { type FramedLetter, useFrameImages } from './frame-images.ts'
import { alwaysShowImages, mayShowImages } from './image-consent.ts'
import paper from './letter.module.css'
import styles from './mail-body.module.css'
import { MailFrame } from './mail-frame.tsx'
import { HeadersView, SourceView } from './other-views.tsx'
import { TextLetter } from './text-letter.tsx'
import { judgeSender } from './trust.ts'

export function MailBody({ mail, view }: { mail: MailDetail; view: BodyView }) {
  if (view === 'headers') return <HeadersView mail={mail} />
  if (view === 'source') return <SourceView id={mail.id} />
  // The address in the sender's line can be forged, so only a proven sender is remembered.
  const sender = judgeSender(mail).tone === 'good' ? mail.from.address : null
  return <LetterBody letter={mail} sender={sender} plain={view === 'text'} printed />
}

type Letter = FramedLetter & Pick<MailDetail, 'subject' | 'text' | 'remoteImages' | 'seal'>
type LetterProps = {
  letter: Letter
  /** The sender whose pictures may always be shown; null when no sender is proven. */
  sender: string | null
  /** It is the letter that the page is about, and not one within another. */
  printed?: boolean | undefined
}

export function LetterBody({ letter, sender, printed, plain = false }: LetterProps & { plain?: boolean }) {
  const { html, text } = letter
  if (!plain && html !== null) return <HtmlBody letter={letter} sender={sender} printed={printed} />
  if (text?.trim()) return <TextLetter text={text} printed={printed} />
  // There is a letter, and the notice above says why it cannot be read.
  if (html === null && letter.seal?.encrypted) return null
  return <p className={paper.note}>{html === null ? '这封邮件没有正文。' : '这封邮件没有纯文本正文。'}</p>
}

function HtmlBody({ letter, sender, printed }: LetterProps) {
  const [consent, setConsent] = useState(() => sender !== null && mayShowImages(sender))
  const { images, fetching, fetchable, missing } = useFrameImages(letter, consent)
  return (
    <>
      {letter.remoteImages > 0 && !consent && (
        <div className={styles.ask}>
          <ImageOff aria-hidden />
          <span className="grow">拦下 {letter.remoteImages} 张外部图片，对方不会知道你看过</span>
          {fetchable && (
            <Button size="small" onClick={() => setConsent(true)}>
              显示图片
            </Button>
          )}
          {fetchable && sender !== null && (
            <Button
              size="small"
              kind="link"
              onClick={() => {
                alwaysShowImages(sender)
                setConsent(true)
              }}
            >
              总是显示
            </Button>
          )}
        </div>
      )}
      {(fetching || missing > 0) && (
        <p className={paper.note} role="status">
          {fetching ? '正在替你取图片。' : `有 ${missing} 张图片没有取到。`}
        </p>
      )}
      <MailFrame mail={letter} images={images} printed={printed} />
    </>
  )
}

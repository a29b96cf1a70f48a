/**
 * The text of a field whose value comes back from elsewhere, as from the URL, after it has been reported.
 * Typing goes on meanwhile, so a value that only comes back does not replace the text.
 */
import { useState } from 'react'

export type Typed = {
  readonly text: string
  type(text: string): void
  /** Notes that the text was reported. */
  report(value: string): void
}

export function useTyped(value: string): Typed {
  const [text, setText] = useState(value)
  const [said, setSaid] = useState(value)
  const [onTheWay, setOnTheWay] = useState<readonly string[]>([])
  if (value !== said) {
    const place = onTheWay.indexOf(value)
    setSaid(value)
    setOnTheWay(onTheWay.slice(place < 0 ? onTheWay.length : place + 1))
    if (place < 0) setText(value)
  }
  return {
    text,
    type: setText,
    report: reported => setOnTheWay(texts => (texts.at(-1) === reported ? texts : [...texts, reported])),
  }
}

/** Code or an answer, coloured. Long lines are wrapped: a pane within a pane is hard to scroll. */
import { useMemo } from 'react'
import styles from './code-block.module.css'
import { highlightCode, highlightJson } from './highlight.ts'

/** Longer texts are shown without colours: they would cost more than they help. */
const maxColoured = 60_000

export function CodeBlock({ text, json, label }: { text: string; json?: boolean; label: string }) {
  const stretches = useMemo(() => {
    if (text.length > maxColoured) return [{ text, kind: 'plain' as const }]
    return json ? highlightJson(text) : highlightCode(text)
  }, [text, json])
  let at = 0
  return (
    <figure aria-label={label}>
      <pre className={styles.block}>
        <code>
          {stretches.map(stretch => {
            const key = at
            at += stretch.text.length
            return stretch.kind === 'plain' ? (
              stretch.text
            ) : (
              <span key={key} className={styles[stretch.kind]}>
                {stretch.text}
              </span>
            )
          })}
        </code>
      </pre>
    </figure>
  )
}

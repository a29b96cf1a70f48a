/** The other forms of a mail: its headers, and its original bytes. */
import { useQuery } from '@tanstack/react-query'
import type { MailDetail } from '@yanshu/contract'
import { ErrorState } from '../../api/error-state.tsx'
import { Bones } from '../../ui/states.tsx'
import { mailKeys } from '../mail-keys.ts'
import styles from './letter.module.css'
import { blockText, textBlocks } from './text-blocks.ts'
import { TextBlock } from './text-letter.tsx'
import { useSource } from './use-source.ts'

const MOST_CHARS = 300_000

export function HeadersView({ mail }: { mail: MailDetail }) {
  const headers = mail.headers.map((header, place) => ({ ...header, place }))
  return (
    <dl className={styles.headers}>
      {headers.map(({ place, name, value }) => (
        <div key={place} style={{ display: 'contents' }}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function SourceView({ id }: { id: string }) {
  const { data, error, refetch } = useSource(id, true)
  const text = useQuery({
    queryKey: mailKeys.text(id, data?.size ?? 0),
    queryFn: async () => (await data?.text()) ?? '',
    enabled: data !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (text.data === undefined) return <Bones />
  const blocks = textBlocks(text.data.slice(0, MOST_CHARS)).map((block, place) => ({ block, place }))
  return (
    <>
      <pre className={styles.source}>
        {blocks.map(({ block, place }) => (
          <TextBlock key={place} block={block} isShort={blocks.length === 1}>
            {blockText(block)}
          </TextBlock>
        ))}
      </pre>
      {text.data.length > MOST_CHARS && (
        <p className={styles.note}>原文很长，这里只显示开头，全文请下载 .eml。</p>
      )}
    </>
  )
}

/** The mail in its other forms: its headers, and the bytes as they came. */
import { useQuery } from '@tanstack/react-query'
import { calls, type MailDetail, wireRequest } from '@yanshu/contract'
import { Bones, ErrorState } from '../../ui/states.tsx'
import { useMailSource } from '../source.tsx'
import styles from './letter.module.css'
import { blockText, textBlocks } from './text-blocks.ts'
import { TextBlock } from './text-letter.tsx'

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

export function useSourceText(id: string, enabled: boolean) {
  const { key, fetchBytes } = useMailSource()
  return useQuery({
    queryKey: ['mail', key, 'one', id, 'source'],
    queryFn: ({ signal }) => fetchBytes(wireRequest(calls.getEmailSource, { params: { id } }), signal),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  })
}

export function SourceView({ id }: { id: string }) {
  const { data, error, refetch } = useSourceText(id, true)
  const text = useQuery({
    queryKey: ['mail', 'text', id, data?.size ?? 0],
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

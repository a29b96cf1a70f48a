/**
 * Shows the pages of a PDF, drawn by pdf.js. It reads the file in a worker thread and runs no script in it.
 * It loads only when a PDF is opened, because it is larger than the rest of the page.
 */
import { useQuery } from '@tanstack/react-query'
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { Bones } from '../../ui/states.tsx'
import { mailKeys } from '../mail-keys.ts'
import styles from './attachments.module.css'

GlobalWorkerOptions.workerSrc = workerUrl

const MOST_PAGES = 50
const MOST_PIXELS = 8_000_000

const open = async (blob: Blob): Promise<PDFDocumentProxy> =>
  getDocument({
    data: await blob.arrayBuffer(),
    cMapUrl: `${__PDF_DATA__}cmaps/`,
    standardFontDataUrl: `${__PDF_DATA__}standard_fonts/`,
    // The page's policy allows no WebAssembly.
    useWasm: false,
    enableXfa: false,
  }).promise

export default function PdfPreview({ blob, fileKey }: { blob: Blob; fileKey: string }) {
  const { data, error } = useQuery({
    queryKey: mailKeys.pdf(fileKey),
    queryFn: () => open(blob),
    gcTime: 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => () => void data?.loadingTask.destroy(), [data])
  if (error) return <p className={styles.note}>这个文件打不开，可能已损坏或加了密码。可以下载后再看。</p>
  if (!data) return <Bones />
  const numbers = Array.from({ length: Math.min(data.numPages, MOST_PAGES) }, (_, index) => index + 1)
  return (
    <div className={styles.pages}>
      {numbers.map(number => (
        <PdfPage key={number} file={data} number={number} />
      ))}
      {data.numPages > numbers.length && (
        <p className={styles.note}>
          共 {data.numPages} 页，这里只显示前 {numbers.length} 页。
        </p>
      )}
    </div>
  )
}

/** Draws a page when it comes near the window, as wide as the dialog. */
function PdfPage({ file, number }: { file: PDFDocumentProxy; number: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (!canvas.current) return
    const watch = new IntersectionObserver(entries => setNear(entries.some(entry => entry.isIntersecting)), {
      rootMargin: '800px',
    })
    watch.observe(canvas.current)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (!near) return
    let stop: (() => void) | null = null
    let left = false
    void (async () => {
      const page = await file.getPage(number)
      const target = canvas.current
      if (left || !target) return
      const plain = page.getViewport({ scale: 1 })
      const wide = (target.parentElement?.clientWidth ?? plain.width) / plain.width
      const sharp = wide * Math.min(2, window.devicePixelRatio)
      const most = Math.sqrt(MOST_PIXELS / (plain.width * plain.height))
      const viewport = page.getViewport({ scale: Math.min(sharp, most) })
      target.width = Math.floor(viewport.width)
      target.height = Math.floor(viewport.height)
      const drawing = page.render({ canvas: target, viewport })
      stop = () => drawing.cancel()
      await drawing.promise
    })().catch(() => undefined)
    return () => {
      left = true
      stop?.()
    }
  }, [file, number, near])
  return <canvas ref={canvas} className={styles.page} role="img" aria-label={`第 ${number} 页`} />
}

/** The files of a mail: each can be saved, and viewed here when that is safe. */
import { useQuery } from '@tanstack/react-query'
import type { AttachmentInfo, MailDetail } from '@yanshu/contract'
import { wireRequest } from '@yanshu/contract/client'
import { routes } from '@yanshu/contract/routes'
import { Download, Eye, LoaderCircle } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { IconButton } from '../../ui/button.tsx'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { sizeText } from '../../ui/size-text.ts'
import { Bones } from '../../ui/states.tsx'
import { textOf } from '../../ui/text-of.ts'
import { showError } from '../../ui/toast.ts'
import { mailKeys } from '../mail-keys.ts'
import { useMailSource } from '../source.tsx'
import { AttachedMail } from './attached-mail.tsx'
import { kindOf, listedFiles, previewOf, typeOf } from './attachment-kind.ts'
import styles from './attachments.module.css'
import type { FileCall } from './file-call.ts'
import { Invitation } from './invitation-view.tsx'
import { readInvitation } from './read-invitation.ts'
import { saveBlob } from './save-blob.ts'

const PdfPreview = lazy(() => import('./pdf-preview.tsx'))

const requestOf = (call: FileCall, mailId: string, file: AttachmentInfo) =>
  wireRequest(call, { params: { id: mailId, attachmentId: file.id } })

type AttachmentsProps = { mail: Pick<MailDetail, 'id' | 'html' | 'attachments'>; call?: FileCall }

export function Attachments({ mail, call = routes.getAttachment }: AttachmentsProps) {
  const [shown, setShown] = useState<AttachmentInfo | null>(null)
  const files = useMemo(() => listedFiles(mail.attachments, mail.html), [mail.attachments, mail.html])
  if (files.length === 0) return null
  return (
    <>
      <ul className={styles.files} aria-label="附件">
        {files.map(file => (
          <FileItem key={file.id} call={call} mailId={mail.id} file={file} onShow={() => setShown(file)} />
        ))}
      </ul>
      <SheetDialog
        open={shown !== null}
        title={shown?.filename || '附件'}
        size="wide"
        onClose={() => setShown(null)}
      >
        {shown && <Preview call={call} mailId={mail.id} file={shown} />}
      </SheetDialog>
    </>
  )
}

type FileItemProps = { call: FileCall; mailId: string; file: AttachmentInfo; onShow: () => void }

function FileItem({ call, mailId, file, onShow }: FileItemProps) {
  const { fetchBytes } = useMailSource()
  const [busy, setBusy] = useState(false)
  const name = file.filename || '没有名字'
  const save = async () => {
    setBusy(true)
    try {
      saveBlob(await fetchBytes(requestOf(call, mailId, file)), file.filename)
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li className={styles.file}>
      <span className={styles.kind} aria-hidden="true">
        {kindOf(file)}
      </span>
      <div className={styles.name}>
        <b className="clip">{name}</b>
        <small>{sizeText(file.size)}</small>
      </div>
      {previewBy(call, file) && (
        <IconButton small label={`预览 ${name}`} onClick={onShow}>
          <Eye aria-hidden />
        </IconButton>
      )}
      <IconButton small label={`下载 ${name}`} disabled={busy} onClick={() => void save()}>
        {busy ? <LoaderCircle aria-hidden /> : <Download aria-hidden />}
      </IconButton>
    </li>
  )
}

type PreviewProps = { call: FileCall; mailId: string; file: AttachmentInfo }

const previewBy = (call: FileCall, file: AttachmentInfo) => previewOf(file, call === routes.getAttachment)

function Preview({ call, mailId, file }: PreviewProps) {
  if (previewBy(call, file) === 'mail')
    return <AttachedMail mailId={mailId} file={file} filesOf={letter => <Attachments mail={letter} />} />
  return <FilePreview call={call} mailId={mailId} file={file} />
}

function FilePreview({ call, mailId, file }: PreviewProps) {
  const { key, fetchBytes } = useMailSource()
  const { data, error, refetch } = useQuery({
    queryKey: mailKeys.file(key, mailId, file.id),
    queryFn: async ({ signal }) => {
      const blob = await fetchBytes(requestOf(call, mailId, file), signal)
      return previewBy(call, file) === 'text'
        ? { text: textOf(new Uint8Array(await blob.arrayBuffer())) }
        : { blob }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones />
  if ('text' in data) {
    const occasions = typeOf(file) === 'text/calendar' ? readInvitation(data.text) : []
    if (occasions.length > 0) return <Invitation occasions={occasions} text={data.text} />
    return <pre className={styles.text}>{data.text}</pre>
  }
  if (previewOf(file) === 'pdf')
    return (
      <Suspense fallback={<Bones />}>
        <PdfPreview blob={data.blob} fileKey={`${mailId}/${file.id}`} />
      </Suspense>
    )
  return <Picture blob={data.blob} type={typeOf(file)} name={file.filename} />
}

/** Shows a bitmap in an `img`, where nothing can run. */
function Picture({ blob, type, name }: { blob: Blob; type: string; name: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([blob], { type }))
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob, type])
  return url && <img className={styles.picture} src={url} alt={name} />
}

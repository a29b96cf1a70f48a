/** The files of a mail: each can be saved, and viewed here when that is safe. */
import type { AttachmentInfo, MailDetail } from '@yanshu/contract'
import { routes } from '@yanshu/contract/routes'
import { Download, Eye, LoaderCircle } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { reasonOf } from '../../api/api-error.ts'
import { ErrorState } from '../../api/error-state.tsx'
import { IconButton } from '../../ui/button.tsx'
import { SheetDialog } from '../../ui/sheet-dialog.tsx'
import { sizeText } from '../../ui/size-text.ts'
import { Bones } from '../../ui/states.tsx'
import { showError } from '../../ui/toast.ts'
import { useMailSource } from '../source.tsx'
import { AttachedMail } from './attached-mail.tsx'
import { kindOf, listedFiles, previewOf, typeOf } from './attachment-kind.ts'
import styles from './attachments.module.css'
import type { FileCall } from './file-call.ts'
import { LaterInvitationPreview } from './later-invitation.tsx'
import { saveBlob } from './save-blob.ts'
import { fileRequest, previewBy, useFile } from './use-file.ts'

const PdfPreview = lazy(() => import('./pdf-preview.tsx'))

type AttachmentsProps = {
  mail: Pick<MailDetail, 'id' | 'html' | 'attachments'> & Partial<Pick<MailDetail, 'seal'>>
  call?: FileCall
}

export function Attachments({ mail, call = routes.getAttachment }: AttachmentsProps) {
  const [shown, setShown] = useState<AttachmentInfo | null>(null)
  const { attachments, html, seal = null } = mail
  const files = useMemo(() => listedFiles(attachments, html, seal), [attachments, html, seal])
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
      saveBlob(await fetchBytes(fileRequest(call, mailId, file)), file.filename)
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

function Preview({ call, mailId, file }: PreviewProps) {
  if (previewBy(call, file) === 'mail')
    return <AttachedMail mailId={mailId} file={file} filesOf={letter => <Attachments mail={letter} />} />
  return <FilePreview call={call} mailId={mailId} file={file} />
}

function FilePreview({ call, mailId, file }: PreviewProps) {
  const { data, error, refetch } = useFile(call, mailId, file)
  if (error) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <Bones />
  if ('text' in data) {
    if (typeOf(file) === 'text/calendar') return <LaterInvitationPreview text={data.text} />
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

/** The attached files under the letter. */
import { X } from 'lucide-react'
import { kindOf } from '../mail/view/attachment-kind.ts'
import { IconButton } from '../ui/button.tsx'
import { sizeText } from '../ui/size-text.ts'
import styles from './compose.module.css'
import type { FileItem, Files } from './use-files.ts'

export function FileStrip({ files }: { files: Files }) {
  const shown = files.items.filter(item => !item.picture || item.file === null)
  if (shown.length === 0) return null
  return (
    <ul className={styles.files} aria-label="附件">
      {shown.map(item => (
        <Item key={item.key} item={item} onRemove={() => files.remove(item)} />
      ))}
    </ul>
  )
}

function Item({ item, onRemove }: { item: FileItem; onRemove: () => void }) {
  const { name, size, percent, file } = item
  return (
    <li className={styles.file}>
      <span className={styles.kind} aria-hidden="true">
        {kindOf({ filename: name, contentType: file?.contentType ?? '' })}
      </span>
      <div className={styles.fileName}>
        <b className="clip">{name}</b>
        {file === null ? (
          <span className={styles.percent}>
            <progress max={100} value={percent} aria-label={`上传 ${name}`} />
            {percent}%
          </span>
        ) : (
          <small>{sizeText(size)}</small>
        )}
      </div>
      <IconButton small label={file === null ? `不传 ${name} 了` : `去掉 ${name}`} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

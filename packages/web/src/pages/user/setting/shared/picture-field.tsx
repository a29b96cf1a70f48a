/** A picture of the pages: seen as it is shown, chosen from a file, taken away again. */
import type { PictureUse } from '@yanshu/contract'
import { ImageUp, Trash2 } from 'lucide-react'
import { type ChangeEvent, type ReactNode, useRef, useState } from 'react'
import { reasonOf } from '../../../../api/api-error.ts'
import { api, sendFile } from '../../../../api/index.ts'
import { loadVariables } from '../../../../api/start-up.ts'
import { Button } from '../../../../ui/button.tsx'
import { showError, showToast } from '../../../../ui/toast.ts'
import styles from './picture-field.module.css'
import { squared } from './square-picture.ts'

const names = { logo: '站点图标', avatar: '头像' } as const

type PictureFieldProps = {
  use: PictureUse
  /** Empty: there is none. */
  url: string
  /** Shown when there is no picture. */
  children: ReactNode
}

export function PictureField({ use, url, children }: PictureFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const name = names[use]

  async function change(file: File | null): Promise<void> {
    setBusy(true)
    try {
      const picture = file && (await squared(file, use === 'avatar'))
      if (file && !picture) return showError('这个文件不是能用的图片')
      const fileId = picture && (await sendFile(picture, {})).id
      await api.setPicture({ body: { use, fileId } })
      await loadVariables()
      showToast(file ? `${name}换好了` : `${name}已去掉`)
    } catch (error) {
      showError(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  function choose({ target }: ChangeEvent<HTMLInputElement>): void {
    const [file] = target.files ?? []
    // So that the same file can be chosen again.
    target.value = ''
    if (file) void change(file)
  }

  return (
    <div className={styles.field}>
      <div className={use === 'avatar' ? styles.round : styles.square}>
        {url ? <img src={url} alt={`现在的${name}`} /> : children}
      </div>
      <div className={styles.acts}>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg,image/webp,image/gif"
          aria-label={`选${name}的图片`}
          hidden
          onChange={choose}
        />
        <Button
          size="small"
          icon={<ImageUp aria-hidden />}
          busy={busy}
          onClick={() => input.current?.click()}
        >
          {url ? '换一张' : '上传图片'}
        </Button>
        {url && (
          <Button size="small" kind="quiet" icon={<Trash2 aria-hidden />} onClick={() => void change(null)}>
            去掉
          </Button>
        )}
        <p className="small muted">PNG、JPEG、WebP 或 GIF，会缩成 256 像素见方。</p>
      </div>
    </div>
  )
}

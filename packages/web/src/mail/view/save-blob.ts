/** Saves a file for the reader. Its type is removed, so that no browser opens it as a page of this site. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(new Blob([blob], { type: 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName(name)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Returns a plain name without folders, control or direction characters. */
export function fileName(name: string): string {
  const plain = name
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^\.+/, '')
    .trim()
  return plain === '' ? '附件' : plain.slice(-150)
}

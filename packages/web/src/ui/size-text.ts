const KB = 1024
const MB = KB * KB
const GB = MB * KB

const rounded = (value: number) => String(Number(value.toFixed(1)))

/** 12 字节, 86 KB, 3.1 MB, 2 GB. */
export function sizeText(bytes: number): string {
  if (bytes < KB) return `${bytes} 字节`
  if (bytes < MB) return `${Math.round(bytes / KB)} KB`
  return bytes < GB ? `${rounded(bytes / MB)} MB` : `${rounded(bytes / GB)} GB`
}

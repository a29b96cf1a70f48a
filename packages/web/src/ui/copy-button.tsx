import { Check, Copy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { useCopy } from './use-copy.ts'

type CopyButtonProps = {
  text: string
  /** What is copied: 复制地址. */
  label: string
  kind?: 'plain' | 'primary' | 'quiet'
  size?: 'small' | 'normal' | 'large'
  children?: ReactNode
}

/** A button with words that copies. */
export function CopyButton({ text, label, kind = 'plain', size = 'normal' }: CopyButtonProps) {
  const { copied, copy } = useCopy()
  return (
    <Button
      kind={kind}
      size={size}
      icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => copy(text)}
    >
      <span aria-live="polite">{copied ? '已复制' : label}</span>
    </Button>
  )
}

/** The same as a small icon, beside a value. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy()
  return (
    <IconButton small label={copied ? '已复制' : label} onClick={() => copy(text)}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
    </IconButton>
  )
}

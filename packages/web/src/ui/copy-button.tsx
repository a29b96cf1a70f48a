import { Check, Copy } from 'lucide-react'
import { Button, IconButton } from './button.tsx'
import { Copied } from './copied.tsx'
import { useCopy } from './use-copy.ts'

type CopyButtonProps = {
  text: string
  /** Names the action: 复制地址. */
  label: string
  kind?: 'plain' | 'primary' | 'quiet'
  size?: 'small' | 'normal' | 'large'
  /** It was copied, and not only tried. */
  onCopied?: () => void
}

/** A copy button with words. */
export function CopyButton({ text, label, kind = 'plain', size = 'normal', onCopied }: CopyButtonProps) {
  const { copied, copy } = useCopy()
  return (
    <Button
      kind={kind}
      size={size}
      icon={copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      onClick={() => copy(text, onCopied)}
    >
      <span aria-live="polite">{copied ? '已复制' : label}</span>
    </Button>
  )
}

/** A copy button as a small icon beside a value. */
export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy()
  return (
    <IconButton small label={copied ? `${label}，已复制` : label} onClick={() => copy(text)}>
      <Copy aria-hidden />
      <Copied copied={copied} place="end" />
    </IconButton>
  )
}

import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import styles from './detail.module.css'

/** On a phone: back to the list. */
export function BackLine({ onBack, children }: { onBack: () => void; children: ReactNode }) {
  return (
    <div className={styles.back}>
      <Button kind="quiet" icon={<ChevronLeft aria-hidden />} onClick={onBack}>
        {children}
      </Button>
    </div>
  )
}

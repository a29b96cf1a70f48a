import { TriangleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { type Toast, useToasts } from './toast.ts'
import styles from './toaster.module.css'

/**
 * Shows the messages. It is mounted once at the root; its regions always exist, so that screen readers notice
 * changes.
 */
export function Toaster() {
  const toasts = useToasts(state => state.toasts)
  const of = (kind: Toast['kind']) =>
    toasts.filter(toast => toast.kind === kind).map(toast => <ToastView key={toast.id} toast={toast} />)
  return (
    <div className={styles.region}>
      <div role="alert">{of('error')}</div>
      <div role="status">{of('plain')}</div>
    </div>
  )
}

function ToastView({ toast }: { toast: Toast }) {
  const close = useToasts(state => state.close)
  useEffect(() => {
    const timer = setTimeout(() => close(toast.id), toast.seconds * 1000)
    return () => clearTimeout(timer)
  }, [toast, close])
  const { action } = toast
  return (
    <div className={styles.toast}>
      {toast.kind === 'error' && <TriangleAlert aria-hidden />}
      <span>{toast.text}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            action.run()
            close(toast.id)
          }}
        >
          {action.label}
        </button>
      )}
    </div>
  )
}

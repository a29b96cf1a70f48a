import { SheetDialog } from '../ui/sheet-dialog.tsx'
import { type KeyAction, keyHelp } from './keys.ts'
import styles from './keys-help.module.css'

/** The list of keys that do something on this page. */
export function KeysHelp({
  open,
  has,
  onClose,
}: {
  open: boolean
  has: readonly KeyAction[]
  onClose: () => void
}) {
  return (
    <SheetDialog open={open} title="按键" size="narrow" onClose={onClose}>
      <dl className={styles.keys}>
        {keyHelp
          .filter(({ action }) => has.includes(action))
          .map(({ keys, action, says }) => (
            <div key={action}>
              <dt>
                {keys.map(key => (
                  <kbd key={key} className={styles.key}>
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd>{says}</dd>
            </div>
          ))}
      </dl>
    </SheetDialog>
  )
}

export function Kbd({ children }: { children: string }) {
  return <kbd className={styles.key}>{children}</kbd>
}

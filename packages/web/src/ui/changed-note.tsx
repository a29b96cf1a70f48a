import { Button } from './button.tsx'
import styles from './changed-note.module.css'
import { TimeText } from './time.tsx'

export type Overtaken = {
  field: string
  label: string
  theirs: string
  mine: string
  /** Null where nobody noted who it was. */
  by: string | null
  at: string | null
}

type ChangedNoteProps = {
  list: readonly Overtaken[]
  onTheirs: (field: string) => void
  onMine: (field: string) => void
}

/** Says who changed the same fields meanwhile and to what; the person takes their value or keeps the own one. */
export function ChangedNote({ list, onTheirs, onMine }: ChangedNoteProps) {
  return (
    <div role="alert">
      {list.map(({ field, label, theirs, mine, by, at }) => (
        <div key={field} className={styles.note}>
          <p>
            {by === null || at === null ? (
              `${label}刚在别处改成了${theirs}`
            ) : (
              <>
                {by} <TimeText at={at} />把{label}改成了{theirs}
              </>
            )}
            ，这里是{mine}。
          </p>
          <div>
            <Button size="small" aria-label={`${label}用对方的`} onClick={() => onTheirs(field)}>
              用对方的
            </Button>
            <Button size="small" aria-label={`${label}用我的`} onClick={() => onMine(field)}>
              用我的
            </Button>
          </div>
        </div>
      ))}
    </div>
  )
}
